import { variablePieces } from '@recado/sdk'
import { useWords } from '@recado/sdk/ui'

/** The message as its contact reads it; variables without a value are marked. */
export function Preview({ text, buttons }: { text: string; buttons: readonly string[] }) {
  const { t } = useWords()
  return (
    <section aria-label={t('templates.preview.title')} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{t('templates.preview.title')}</h3>
      <div className="rounded-lg bg-canvas p-4">
        <div className="flex max-w-80 flex-col rounded-lg border border-line bg-raised text-sm" dir="auto">
          <p className="whitespace-pre-wrap break-words px-3 py-2">
            {text.trim() === '' && <span className="text-ink-muted">{t('templates.preview.empty')}</span>}
            {variablePieces(text).map(({ text: piece, variable }, index) =>
              variable === undefined ? (
                piece
              ) : (
                <mark key={index} className="rounded-sm bg-warning-soft px-0.5 text-warning">
                  {piece}
                </mark>
              ),
            )}
          </p>
          {buttons.map((button, index) => (
            <p key={index} className="truncate border-t border-line px-3 py-2 text-center text-accent-text">
              {button}
            </p>
          ))}
        </div>
      </div>
    </section>
  )
}
