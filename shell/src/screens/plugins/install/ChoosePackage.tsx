import { Button, Spinner, useErrorWords } from '@recado/sdk/ui'
import { FileArchive, Folder, PackagePlus } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '../../../base/ui/file-size.ts'
import { useInbox, type PackageSource } from './use-installation.ts'

interface ChoosePackageProps {
  /** The package under inspection. */
  busyWith: PackageSource | undefined
  problem: unknown
  onChoose(source: PackageSource): void
}

/** The first step: a file of this computer, chosen or dropped, or one that lies on the server. */
export function ChoosePackage({ busyWith, problem, onChoose }: ChoosePackageProps) {
  const { t, i18n } = useTranslation('settings')
  const wordsOf = useErrorWords()
  const picker = useRef<HTMLInputElement>(null)
  const inbox = useInbox()
  const [over, setOver] = useState(false)
  const take = (file: File | undefined): void => {
    if (file) onChoose({ kind: 'file', file })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const words = problem === undefined ? undefined : wordsOf(problem)
  return (
    <div className="flex flex-col gap-4 text-list">
      <div
        className={
          'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center ' +
          (over ? 'border-accent bg-accent-soft' : 'border-line-strong')
        }
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {busyWith ? (
          <p role="status" className="flex items-center gap-2">
            <Spinner />
            {busyWith.kind === 'file'
              ? t('plugins.install.sending', {
                  name: busyWith.file.name,
                  size: fileSize(busyWith.file.size, i18n.language),
                })
              : t('plugins.install.reading', { name: busyWith.name })}
          </p>
        ) : (
          <>
            <PackagePlus size={24} className="text-ink-muted" aria-hidden />
            <p className="text-ink-muted">{t('plugins.install.drop')}</p>
            <Button variant="primary" onClick={() => picker.current?.click()}>
              {t('plugins.install.choose')}
            </Button>
          </>
        )}
        <input
          ref={picker}
          type="file"
          accept=".tgz,.gz,application/gzip"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('plugins.install.choose')}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
      {words && (
        <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          <p className="font-medium">{words.text}</p>
          {words.detail && <p>{words.detail}</p>}
        </div>
      )}
      {inbox.data !== undefined && inbox.data.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('plugins.install.inbox')}</h3>
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
            {inbox.data.map(({ name, kind }) => (
              <li key={name} className="flex items-center gap-2 px-3 py-2">
                {kind === 'folder' ? (
                  <Folder size={16} className="shrink-0 text-ink-muted" aria-hidden />
                ) : (
                  <FileArchive size={16} className="shrink-0 text-ink-muted" aria-hidden />
                )}
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <Button
                  size="small"
                  disabled={busyWith !== undefined}
                  aria-label={t('plugins.install.lookAt', { name })}
                  onClick={() => onChoose({ kind: 'inbox', name })}
                >
                  {t('plugins.install.look')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-xs text-ink-muted">{t('plugins.install.nothingRuns')}</p>
    </div>
  )
}
