import { EmptyState, VisuallyHidden } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShellManifest } from '../../base/contracts.ts'
import type { NavEntry } from '../../parts/navigation/navigation.tsx'
import { findSettings } from './find-settings.ts'
import { useSearchedPages } from './use-searched-pages.ts'

/** Pages and settings that the text finds, each with where it stands. */
export function SettingsFound({
  text,
  entries,
  manifest,
  onOpen,
}: {
  text: string
  entries: readonly NavEntry[]
  manifest: ShellManifest
  onOpen(setting: string | null): void
}) {
  const { t } = useTranslation('settings')
  const found = findSettings(useSearchedPages(entries, manifest), text)
  return (
    <>
      <VisuallyHidden>
        <span role="status">{found.length > 0 && t('find.found', { count: found.length })}</span>
      </VisuallyHidden>
      {found.length === 0 ? (
        <EmptyState icon={<SearchX size={20} />} title={t('find.none', { text: text.trim() })}>
          {t('find.noneDetail')}
        </EmptyState>
      ) : (
        <ul className="mt-3 flex flex-col gap-0.5">
          {found.map(({ path, setting }) => {
            const entry = entries.find((one) => one.path === path)!
            return (
              <li key={`${path} ${setting ?? ''}`}>
                <Link
                  data-found
                  to={path as '/home'}
                  onClick={() => onOpen(setting)}
                  className={
                    'flex min-h-11 items-center gap-3 rounded-md px-2.5 py-1.5 text-list text-ink hover:bg-hover'
                  }
                >
                  <span className="text-ink-muted" aria-hidden>
                    {entry.icon}
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{setting ?? entry.label}</span>
                    <span className="block truncate text-xs text-ink-muted">
                      {setting !== null
                        ? entry.label
                        : entry.section && t(`shell:frame.settings.section.${entry.section}`)}
                    </span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
