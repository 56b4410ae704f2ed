import { Button, toast, useWords, type SlotMap } from '@recado/sdk/ui'
import { demoFor, snippetFor } from './snippet.ts'

/** Below a connection's card: the line for the site's pages, and a page to try it on. */
export default function SnippetCard({ connection }: SlotMap['connection.card']) {
  const { t } = useWords()
  const snippet = snippetFor(location.origin, connection.id)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(snippet)
      toast.success(t('snippet.copied'))
    } catch {
      // Without permission for the clipboard the line can still be selected by hand.
      toast.info(t('snippet.copyByHand'))
    }
  }
  return (
    <section className="flex flex-col gap-2" aria-label={t('snippet.title')}>
      <p className="text-sm">{t('snippet.help')}</p>
      <pre
        className="overflow-x-auto whitespace-pre-wrap break-all rounded-md border border-line p-2 text-xs select-all"
        tabIndex={0}
      >
        <code>{snippet}</code>
      </pre>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" onClick={() => void copy()}>
          {t('snippet.copy')}
        </Button>
        <a
          className="text-sm underline underline-offset-2"
          href={demoFor(location.origin, connection.id)}
          target="_blank"
          rel="noopener"
        >
          {t('snippet.demo')}
        </a>
      </div>
    </section>
  )
}
