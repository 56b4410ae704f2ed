import { ChevronRight, ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'

/** How a person comes by what the form asks for, step by step, with the provider's pages; open for a new connection. */
export function ConnectionGuide({ type, isNew }: { type: ChannelType; isNew: boolean }) {
  const { t } = useTranslation('settings')
  const words = useTranslation(type.namespace, { useSuspense: false }).t as (key: string) => string
  if (type.info.guide.length === 0) return null
  return (
    <details open={isNew} className="group rounded-md bg-hover px-3.5 py-2.5 text-list">
      <summary className="flex cursor-pointer list-none items-center gap-1.5 font-medium">
        <ChevronRight size={15} className="shrink-0 transition-transform group-open:rotate-90" aria-hidden />
        {t('channels.guide.title')}
      </summary>
      <ol className="mt-2 mb-1 flex list-decimal flex-col gap-2 pl-5 marker:text-ink-muted">
        {type.info.guide.map(({ id, link }) => (
          <li key={id}>
            {words(`guide.${id}`)}
            {link !== undefined && (
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                className="ml-1.5 inline-flex items-center gap-1 text-accent underline-offset-2 hover:underline"
              >
                {t('channels.guide.open', { site: new URL(link).hostname })}
                <ExternalLink size={12} aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
