import { type CampaignLink, getListCampaignScansQueryKey, useListCampaignScans, useListLeads } from '@app/api-client'
import { fieldNames } from '@app/labels'
import { Button, Group, Modal, Table } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { countText, dayText, figure } from '../../components/format.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { FigureTable } from '../../components/FigureTable.tsx'
import { useFocusReturn } from '../../components/Dialog.tsx'
import { totalCount } from '../../list/page-headers.ts'
import rows from '../../list/Rows.module.css'
import { useSteadyRefresh } from '../../live/use-steady-refresh.ts'
import { browser } from '../../urls/browser.ts'
import { routes } from '../../urls/routes.ts'
import styles from './CampaignsScreen.module.css'
import { qrFiles, type QrFormat, qrPath } from './qr-file.ts'

/** The QR code of a link, for print, and its scans by day. */
export function CodeDialog({ link, onClose }: { link: CampaignLink; onClose: () => void }) {
  useFocusReturn()
  const { path, side } = qrPath(link.url)
  return (
    <Modal opened onClose={onClose} title={link.label} size="md">
      <div className={styles.code}>
        <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={`QR code of ${link.url}`} className={styles.qr}>
          <path d={path} />
        </svg>
        <div>
          <p className={styles.address}>{link.url}</p>
          <Group gap="xs">
            <DownloadButtons link={link} />
            <CopyButton text={link.url}>Copy URL</CopyButton>
          </Group>
        </div>
      </div>
      <Scans link={link} />
      <Leads link={link} />
    </Modal>
  )
}

function DownloadButtons({ link }: { link: CampaignLink }) {
  const save = useMutation({
    mutationFn: async (format: QrFormat) =>
      browser.saveFile(await qrFiles[format](link.url), `qr-${link.code}.${format.toLowerCase()}`),
  })
  return (
    <>
      {fieldNames(qrFiles).map((format) => (
        <Button
          key={format}
          variant={format === 'PNG' ? 'filled' : 'default'}
          aria-label={`Download ${format}`}
          onClick={() => save.mutate(format)}
        >
          {format === 'PNG' ? 'Download PNG' : format}
        </Button>
      ))}
      {save.isError && <p role="alert">The file could not be created. Try again, or choose another format.</p>}
    </>
  )
}

/** The number of leads from the code, with a link to them. */
function Leads({ link: { code } }: { link: CampaignLink }) {
  const attribution = `last.piece=${code}`
  const leads = useListLeads({ attribution, limit: 1 })
  const count = leads.data && totalCount(leads.data.headers)
  if (count === undefined) return null
  if (count === 0) return <p className={rows.quiet}>No leads from this code yet.</p>
  return (
    <p>
      <Link to={`${routes.leads.path}?${new URLSearchParams({ attribution })}`}>
        {countText(count, 'lead')} from this code
      </Link>
    </p>
  )
}

function Scans({ link }: { link: CampaignLink }) {
  useSteadyRefresh(useMemo(() => [getListCampaignScansQueryKey(link.id)], [link.id]))
  const scans = useListCampaignScans(link.id)
  return (
    <section aria-labelledby="scans">
      <h3 id="scans" className={styles.heading}>
        Scans
      </h3>
      <Loaded query={scans} failure="The scans could not be loaded" height={120}>
        {(days) =>
          days.length === 0 ? (
            <p className={rows.quiet}>No scans yet.</p>
          ) : (
            <div className={styles.scans}>
              <FigureTable label="Scans" columns={['Day', 'People', 'Bots']}>
                {days.map(({ day, people, bots }) => (
                  <Table.Tr key={day}>
                    <Table.Th scope="row">{dayText(day)}</Table.Th>
                    <Table.Td>{figure(people)}</Table.Td>
                    <Table.Td>{figure(bots)}</Table.Td>
                  </Table.Tr>
                ))}
              </FigureTable>
            </div>
          )
        }
      </Loaded>
    </section>
  )
}
