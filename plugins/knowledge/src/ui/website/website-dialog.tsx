import { Button, Dialog, useWords } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import type { FoundPages } from '../../website/find-pages.ts'
import { AddressForm } from './address-form.tsx'
import { OutcomeReport } from './outcome-report.tsx'
import { PageChoice } from './page-choice.tsx'
import { useFindPages, useImportWebsite, type WebsiteChoice, type WebsiteOutcome } from './use-import-website.ts'

/** From an address to drafts: which pages there are, which of them are wanted, and what became of them. */
export function WebsiteDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const form = useId()
  const find = useFindPages()
  const { progress, run, stop } = useImportWebsite()
  const [address, setAddress] = useState('')
  const [found, setFound] = useState<FoundPages>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [choice, setChoice] = useState<WebsiteChoice>({ category: '', language: undefined })
  const [outcome, setOutcome] = useState<WebsiteOutcome>()

  const search = (wanted: string): void =>
    find.mutate(wanted, {
      onSuccess: (pages) => {
        setChosen(new Set(pages.pages.map((page) => page.address)))
        setFound(pages)
      },
    })
  const start = async (addresses: readonly string[]): Promise<void> => {
    setOutcome(undefined)
    setOutcome(await run(addresses, choice))
  }
  const again = outcome ? [...outcome.failed.map((page) => page.address), ...outcome.left] : []

  const footer = progress ? (
    <Button onClick={stop}>{t('website.stop')}</Button>
  ) : outcome ? (
    <>
      {again.length > 0 && <Button onClick={() => void start(again)}>{t('website.retry')}</Button>}
      <Button variant="primary" onClick={onClose}>
        {t('website.close')}
      </Button>
    </>
  ) : found ? (
    <>
      <Button onClick={() => setFound(undefined)}>{t('website.back')}</Button>
      <Button variant="primary" disabled={chosen.size === 0} onClick={() => void start([...chosen])}>
        {t('website.import', { count: chosen.size })}
      </Button>
    </>
  ) : (
    <Button type="submit" form={form} variant="primary" busy={find.isPending}>
      {t('website.find')}
    </Button>
  )
  return (
    <Dialog
      open
      shape="wide"
      title={t('website.title')}
      footer={footer}
      onOpenChange={(isOpen) => {
        if (isOpen) return
        // A click beside the window must not lose what came of it.
        if (progress) stop()
        else onClose()
      }}
    >
      {progress ? (
        <div role="status" className="flex min-w-0 flex-col gap-2 py-2">
          <progress
            className="h-2 w-full accent-accent"
            value={progress.at - 1}
            max={progress.of}
            aria-label={t('website.title')}
          />
          <p className="text-list">{t('website.progress', progress)}</p>
          <p className="text-xs break-all text-ink-muted">{t('website.reading', progress)}</p>
        </div>
      ) : outcome ? (
        <OutcomeReport outcome={outcome} />
      ) : found ? (
        <PageChoice found={found} chosen={chosen} onChoose={setChosen} choice={choice} onChoice={setChoice} />
      ) : (
        <AddressForm
          id={form}
          address={address}
          onAddress={setAddress}
          onSubmit={search}
          isBusy={find.isPending}
          error={find.error}
        />
      )}
    </Dialog>
  )
}
