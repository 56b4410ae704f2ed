import { Button, CopiedText, Dialog, ErrorState, saveBlob, Skeleton } from '@recado/sdk/ui'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'
import { useConnectionDiagnostics } from '../../data/channels/use-connection-diagnostics.ts'

/** The report of a connection that an administrator sends to who looks after the product: read, copied, saved. */
export function DiagnosticsDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { t } = useTranslation('settings')
  const report = useConnectionDiagnostics(connection.id)
  const text = report.data && JSON.stringify(report.data, null, 2)
  const save = (): void => {
    const day = report.data!.at.slice(0, 10)
    saveBlob(new Blob([text!], { type: 'application/json' }), `recado-${connection.type}-${day}.json`)
  }
  return (
    <Dialog
      open
      shape="wide"
      title={t('channels.diagnostics.title', { name: connection.name })}
      description={t('channels.diagnostics.detail')}
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:forgot.close')}</Button>
          <Button variant="primary" icon={<Download size={16} />} disabled={text === undefined} onClick={save}>
            {t('channels.diagnostics.save')}
          </Button>
        </>
      }
    >
      {report.isPending && <Skeleton height="16rem" className="rounded-lg" />}
      {report.isError && (
        <ErrorState what={t('channels.diagnostics.what')} error={report.error} onRetry={() => void report.refetch()} />
      )}
      {text !== undefined && <CopiedText label={t('channels.diagnostics.report')} text={text} />}
    </Dialog>
  )
}
