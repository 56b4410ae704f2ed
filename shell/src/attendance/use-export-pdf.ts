import { toast, usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../app/report-failure.ts'
import { saveFile } from '../app/saved-file.ts'
import type { Ticket } from '../contracts.ts'

/** Hands the conversation to the browser as a PDF (S2-059); undefined for who may not. */
export function useExportPdf(ticket: Ticket): (() => void) | undefined {
  const { t } = useTranslation('attendance')
  const may = usePermission('tickets.export')
  if (!may) return undefined
  return () => {
    const notice = toast.info(t('act.exporting'), { id: `export-${ticket.id}`, durationMs: 60_000 })
    void saveFile(`/tickets/${ticket.id}/pdf`, `${ticket.protocol}.pdf`).catch(reportFailure).finally(() => toast.dismiss(notice))
  }
}
