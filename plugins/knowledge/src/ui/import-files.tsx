import { Button, Dialog, Icon, toast, useWords } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { acceptedFiles } from './files/read-file.ts'
import { useImportFiles } from './use-import-files.ts'
import type { ImportOutcome } from './use-save-drafts.ts'

/** Files become drafts, one after the other; what is refused is listed with the reason. */
export function ImportFiles() {
  const { t } = useWords()
  const { progress, run } = useImportFiles()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const close = () => setOutcome(undefined)
  const read = async (files: readonly File[]): Promise<void> => {
    const done = await run(files)
    if (done.created > 0) toast.success(t('import.done', { count: done.created }))
    if (done.refused.length > 0) setOutcome(done)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles}
        onChange={({ target }) => {
          void read([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        icon={<Icon name="file-text" size={16} />}
        busy={progress !== undefined}
        onClick={() => input.current?.click()}
      >
        {progress ? t('import.progress', progress) : t('import.run')}
      </Button>
      {outcome && (
        <Dialog
          open
          onOpenChange={close}
          title={t('import.refused', { count: outcome.refused.length })}
          {...(outcome.created > 0 && { description: t('import.refusedDetail') })}
          footer={<Button onClick={close}>{t('import.close')}</Button>}
        >
          <ul className="flex flex-col divide-y divide-line text-list">
            {outcome.refused.map(({ name, reason }, at) => (
              <li key={at} className="flex flex-col py-1.5">
                <span className="font-medium break-words">{name}</span>
                <span className="text-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
