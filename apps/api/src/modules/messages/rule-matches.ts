import type { Volume } from '@app/contract'
import { isVolume, volumeBands } from '@app/pricing'
import type { DescribedRecord } from './new-record-words.ts'

export interface Rule {
  staffId: string | null
  event: string
  condition: 'all' | 'mine' | 'volume'
  volume: Volume | null
  channel: 'inbox' | 'mail' | 'target'
  targetId: string | null
  createdAt: string
}

const reaches = (volume: string | null, smallest: Volume | null): boolean =>
  volume !== null && smallest !== null && isVolume(volume) && volumeBands[volume].min >= volumeBands[smallest].min

/**
 * The recipients of a notification about a record, each once regardless of the number of matching rules.
 * @param staffIds accounts that are enabled
 */
export function recipientsOf(
  rules: readonly Rule[],
  record: Pick<DescribedRecord, 'kind' | 'createdAt' | 'volume'>,
  ownerId: string | null,
  staffIds: readonly string[],
): Record<'inbox' | 'mail' | 'targets', Set<string>> {
  const recipients = { inbox: new Set<string>(), mail: new Set<string>(), targets: new Set<string>() }
  for (const { staffId, event, condition, volume, channel, targetId, createdAt } of rules) {
    // A rule does not apply to older records.
    if (event !== record.kind || createdAt > record.createdAt) continue
    if (condition === 'volume' && !reaches(record.volume, volume)) continue
    if (channel === 'target') {
      if (targetId !== null) recipients.targets.add(targetId)
      continue
    }
    const people = staffIds.filter(
      (id) => (staffId === null || id === staffId) && (condition !== 'mine' || id === ownerId),
    )
    for (const id of people) recipients[channel].add(id)
  }
  return recipients
}
