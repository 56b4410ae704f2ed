import { Button, Dialog, saveBlob, toast } from '@recado/sdk/ui'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Shown this once: before they were kept, closing asks back the first time. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation('ownPasskeys')
  const [kept, setKept] = useState(false)
  const [warned, setWarned] = useState(false)
  const leave = (): void => {
    if (kept || warned) onClose()
    else setWarned(true)
  }
  const text = `${codes.join('\n')}\n`
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => {
        setKept(true)
        toast.success(t('second.copied'))
      },
      () => toast.error(t('second.copyFailed')),
    )
  const download = (): void => {
    saveBlob(new Blob([text], { type: 'text/plain' }), t('second.file'))
    setKept(true)
  }
  return (
    <Dialog
      title={t('second.codesTitle')}
      description={t('second.codesDetail')}
      open
      onOpenChange={leave}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('second.done')}
        </Button>
      }
    >
      <ul
        aria-label={t('second.codesLabel')}
        className={
          'grid grid-cols-2 gap-x-4 gap-y-2 rounded-md border border-line bg-canvas px-4 py-3 text-center ' +
          'font-mono tabular-nums'
        }
        translate="no"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy size={16} />} onClick={copy}>
          {t('second.copy')}
        </Button>
        <Button icon={<Download size={16} />} onClick={download}>
          {t('second.download')}
        </Button>
      </div>
      {warned && !kept && (
        <p role="alert" className="text-list text-danger">
          {t('second.keepFirst')}
        </p>
      )}
    </Dialog>
  )
}
