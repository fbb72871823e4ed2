import type { CampaignLinkInput, StaffUser } from '@app/contract'
import { createOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import {
  type Field,
  edited,
  fixed,
  type RecordType,
  recordType,
  type StateOf,
  unrecorded,
} from '../changes/record-type.ts'
import type { EntityManager } from '../../entities/database.ts'
import { randomBase62 } from '../keys/base62.ts'
import { CampaignLinkEntity } from '../../entities/campaigns.entity.ts'
import { readLink } from './campaigns.queries.ts'
import { assertTarget, type Site } from './link-target.ts'

const fields = {
  label: edited,
  campaign: edited,
  piece: edited,
  target: edited,
  isEnded: edited,
  code: fixed,
  createdBy: fixed,
  changedAt: unrecorded,
} satisfies Record<keyof CampaignLinkInput | 'code' | 'createdBy' | 'changedAt', Field>

type LinkState = StateOf<typeof CampaignLinkEntity, typeof fields>

/** Links are ended instead of deleted, because printed pieces remain in circulation. */
const linkRecord: RecordType<LinkState> = recordType({
  name: 'campaign_link',
  label: 'campaign link',
  entity: CampaignLinkEntity,
  fields,
  live: 'campaign_links',
  roles: ['owner', 'editor'],
  nameOf: ({ label }) => label,
  // Instances poll for links that changed since their last check.
  settle: ({ after, at }) => ({ ...after, changedAt: at }),
})

/** 3.5 trillion codes make collisions unlikely, and the QR code is as small as with six characters. */
const codeLength = 7

/** @throws {ProblemError} 400 for an invalid target. */
function stateOf({ piece, ...input }: CampaignLinkInput, site: Site) {
  // An ended link redirects to the home page, so its page may be gone.
  assertTarget(input.target, input.isEnded ? { ...site, siteDir: undefined } : site)
  return { ...input, piece: piece?.trim() || null }
}

export function createLink(em: EntityManager, staff: StaffUser, input: CampaignLinkInput, site: Site) {
  const state = stateOf(input, site)
  const stateAt = (changedAt: string) => ({
    ...state,
    isEnded: state.isEnded ?? false,
    code: randomBase62(codeLength),
    createdBy: staff.name,
    changedAt,
  })
  return createOne(em, linkRecord, staff, stateAt, (transaction, id) => readLink(transaction, id, site.siteOrigin))
}

/** @throws {ProblemError} 404 when no link has this id, 412 when it has changed since it was read. */
export const updateLink = (em: EntityManager, staff: StaffUser, edit: OneEdit<CampaignLinkInput>, site: Site) =>
  editOne(em, linkRecord, staff, { ...edit, patch: stateOf(edit.patch, site) }, (transaction, id) =>
    readLink(transaction, id, site.siteOrigin),
  )
