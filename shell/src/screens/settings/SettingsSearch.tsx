import { IconButton, Input, Skeleton } from '@recado/sdk/ui'
import { Search, X } from 'lucide-react'
import { lazy, Suspense, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, type ShellManifest } from '../../base/contracts.ts'
import { useKeysHints } from '../../base/shortcuts/bindings-context.ts'
import { useShortcut } from '../../base/shortcuts/use-shortcut.ts'
import type { NavEntry } from '../../parts/navigation/navigation.tsx'

const SettingsFound = lazy(() => import('./SettingsFound.tsx').then((part) => ({ default: part.SettingsFound })))

/**
 * The field that searches the settings, and what it found in place of the list of pages. Arrows go from the field
 * through the results and back, Enter opens the first one, Escape empties the field.
 */
export function SettingsSearch({
  text,
  onText,
  entries,
  manifest,
  onOpen,
}: {
  text: string
  onText(text: string): void
  entries: readonly NavEntry[]
  manifest: ShellManifest
  /** A result was opened; with the name of the setting on its page, if it is one. */
  onOpen(setting: string | null): void
}) {
  const { t } = useTranslation('settings')
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const keys = useKeysHints()('search')
  useShortcut('search', () => field.current?.focus())
  const results = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>('a[data-found]') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      onText('')
      return field.current?.focus()
    }
    const found = results()
    if (event.key === 'Enter' && event.target === field.current) return found[0]?.click()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    const at = found.indexOf(document.activeElement as HTMLElement) + step
    if (at < 0) field.current?.focus()
    else found[Math.min(at, found.length - 1)]!.focus()
  }
  return (
    <div ref={box} role="search" onKeyDown={onKeyDown}>
      <div className="relative mt-3">
        <Search
          size={15}
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-muted"
          aria-hidden
        />
        <Input
          ref={field}
          type="search"
          className="pl-8 [&::-webkit-search-cancel-button]:hidden"
          value={text}
          maxLength={maxSearchLength}
          autoComplete="off"
          placeholder={t('find.placeholder')}
          aria-label={t('find.label')}
          title={keys.shortcut}
          aria-keyshortcuts={keys['aria-keyshortcuts']}
          onChange={(event) => onText(event.target.value)}
        />
        {text !== '' && (
          <IconButton
            size="small"
            className="absolute top-1/2 right-1 -translate-y-1/2"
            icon={<X size={14} />}
            label={t('find.clear')}
            onClick={() => {
              onText('')
              field.current?.focus()
            }}
          />
        )}
      </div>
      {text.trim() !== '' && (
        <Suspense fallback={<Skeleton lines={4} className="mt-4" />}>
          <SettingsFound text={text} entries={entries} manifest={manifest} onOpen={onOpen} />
        </Suspense>
      )}
    </div>
  )
}
