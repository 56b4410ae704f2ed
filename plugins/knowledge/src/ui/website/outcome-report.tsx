import { useWords } from '@recado/sdk/ui'
import type { WebsiteOutcome } from './use-import-website.ts'

/** What was imported, what was not and why, and what is left. */
export function OutcomeReport({ outcome: { created, failed, left } }: { outcome: WebsiteOutcome }) {
  const { t } = useWords()
  return (
    <div className="flex min-w-0 flex-col gap-3 text-list">
      <p role="status">
        {[
          left.length > 0 && t('website.stopped'),
          created > 0 ? t('import.done', { count: created }) : t('website.nothing'),
          left.length > 0 && t('website.left', { count: left.length }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {failed.length > 0 && (
        <section className="flex flex-col gap-1">
          <h3 className="font-medium">{t('website.failed', { count: failed.length })}</h3>
          <ul className="flex flex-col divide-y divide-line">
            {failed.map(({ address, reason }) => (
              <li key={address} className="flex flex-col py-1.5">
                <span className="font-medium break-all">{address}</span>
                <span className="text-ink-muted">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
