import { toast, usePermission } from '@recado/sdk/ui'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { saveFile } from '../../base/ui/saved-file.ts'
import type { Ticket } from '../../base/contracts.ts'

/** Hands the conversation to the browser as a PDF (S2-059); undefined for who may not. */
export function useExportPdf({ id, protocol }: Pick<Ticket, 'id' | 'protocol'>): (() => void) | undefined {
  const { t } = useTranslation('attendance')
  const may = usePermission('tickets.export')
  const exportPdf = useCallback(() => {
    const notice = toast.info(t('act.exporting'), { id: `export-${id}`, durationMs: 60_000 })
    void saveFile(`/tickets/${id}/pdf`, `${protocol}.pdf`)
      .catch(reportFailure)
      .finally(() => toast.dismiss(notice))
  }, [id, protocol, t])
  return may ? exportPdf : undefined
}
