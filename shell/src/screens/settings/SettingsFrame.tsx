import { classNames, toast } from '@recado/sdk/ui'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageContribution } from '../../base/federation/contributions.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import { TierNotice } from '../../parts/licence/TierNotice.tsx'
import { useMissingTier } from '../../parts/licence/use-missing-tier.ts'
import { useNavigation, type NavEntry } from '../../parts/navigation/navigation.tsx'
import { ScreenSkeleton } from '../../base/ui/ScreenSkeleton.tsx'
import { settingsPages, settingsSections } from '../../parts/navigation/settings-pages.ts'
import { leadToSetting } from './lead-to-setting.ts'
import { SettingsSearch } from './SettingsSearch.tsx'

const home = '/configuracoes'

/** `/configuracoes` and everything below it: the pages beside their list; on a small screen one or the other. */
export function SettingsFrame() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const manifest = useManifest()
  const entries = useNavigation(manifest).filter((entry) => entry.group === 'settings')
  const path = pathname.replace(/\/+$/, '')
  const page = settingsPages.find((candidate) => candidate.path === path)
  const tier = useMissingTier(manifest)
  const refused =
    path === home ? entries.length === 0 : page !== undefined && !manifest.permissions.includes(page.permission)
  useRefusal(refused)
  const list = useRef<HTMLElement>(null)
  // The list is longer than most screens: the current page is scrolled into view.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  const content = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [wanted, setWanted] = useState<{ readonly setting: string | null }>()
  useEffect(() => {
    if (wanted && wanted.setting !== null && content.current) return leadToSetting(content.current, wanted.setting)
  }, [wanted])
  if (refused) return null
  const atHome = path === home
  if (!atHome && !tier && pageContribution(manifest, path)?.part.layout === 'full')
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    )
  return (
    <div className="flex h-full min-h-0 flex-col pane:flex-row">
      <nav
        ref={list}
        aria-label={t('frame.group.settings')}
        className={classNames(
          'scroll-thin w-full shrink-0 overflow-y-auto border-line bg-surface px-3 py-5 pane:block pane:w-60 ' +
            'pane:border-r',
          atHome ? 'flex-1 pane:flex-none' : 'hidden',
        )}
      >
        <h1 className="px-2.5 text-title font-semibold tracking-tight">{t('frame.group.settings')}</h1>
        <SettingsSearch
          text={text}
          onText={setText}
          entries={entries}
          manifest={manifest}
          onOpen={(setting) => setWanted({ setting })}
        />
        {(text.trim() === '' ? settingsSections : [])
          .map((section) => ({ section, own: entries.filter((entry) => entry.section === section) }))
          .filter(({ own }) => own.length > 0)
          .map(({ section, own }) => (
            <div
              key={section}
              role="group"
              aria-label={t(`frame.settings.section.${section}`)}
              className="mt-4 flex flex-col gap-0.5"
            >
              <p className="mb-0.5 px-2.5 text-xs font-medium text-ink-muted">
                {t(`frame.settings.section.${section}`)}
              </p>
              {own.map((entry) => (
                <SettingsLink key={entry.path} entry={entry} />
              ))}
            </div>
          ))}
      </nav>
      <div className={classNames('min-h-0 min-w-0 flex-1 flex-col', atHome ? 'hidden pane:flex' : 'flex')}>
        {!atHome && (
          <Link
            to={home}
            activeOptions={{ exact: true }}
            className={
              'flex h-11 shrink-0 items-center gap-1 border-b border-line px-3 text-list font-medium ' +
              'text-ink-muted pane:hidden'
            }
          >
            <ChevronLeft size={16} aria-hidden />
            {t('frame.group.settings')}
          </Link>
        )}
        <div ref={content} className="min-h-0 flex-1">
          {tier ? (
            <TierNotice tier={tier} />
          ) : (
            <Suspense fallback={<ScreenSkeleton />}>
              <Outlet />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}

const SettingsLink = ({ entry }: { entry: NavEntry }) => (
  <Link
    to={entry.path as '/home'}
    className={
      'flex h-9 items-center gap-3 rounded-md px-2.5 text-list font-medium text-ink-muted transition-colors ' +
      'hover:bg-hover hover:text-ink data-[status=active]:bg-selected data-[status=active]:text-accent-text'
    }
  >
    {entry.icon}
    <span className="truncate">{entry.label}</span>
  </Link>
)

/** S5-029, S5-030: a notice, and the way home. The server refuses on its own; this only spares the user the way. */
function useRefusal(refused: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (!refused) return
    toast.error('ERR_NO_PERMISSION', { id: 'no-permission' })
    void router.navigate({ to: '/home' })
  }, [refused, router])
}
