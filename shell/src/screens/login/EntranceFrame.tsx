import { classNames, Select } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePublicSettings } from '../../data/installation/public-settings.ts'
import type { Locale } from '../../base/contracts.ts'
import { BrandLogo, BrandName } from '../../parts/brand/Brand.tsx'
import { changeLocale } from '../../base/i18n/i18n.ts'
import { localeNames } from '../../base/i18n/locale-choice.ts'
import { applyTheme, themes, type Theme } from '../../base/preferences/theme.ts'
import { usePlans } from './use-plans.ts'

const columns = {
  left: 'side:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]',
  right: 'side:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]',
  center: '',
} as const

/** Frame of every form before the sign-in: name and logo, sign-in and registration, language and theme. */
export function EntranceFrame({
  title,
  subtitle,
  wide = false,
  tabs = true,
  children,
}: {
  title: string
  subtitle: string
  wide?: boolean
  tabs?: boolean
  children: ReactNode
}) {
  const { t, i18n } = useTranslation()
  const position = usePublicSettings()?.loginFormPosition ?? 'left'
  const [theme, setTheme] = useState<Theme>('system')
  return (
    <div className={classNames('grid h-full overflow-y-auto bg-canvas', columns[position])}>
      <main
        className={classNames(
          'flex min-h-full min-w-0 flex-col px-6 py-8 pane:px-12',
          position === 'right' && 'side:order-2',
        )}
      >
        <div className="flex min-w-0 items-center gap-2.5">
          <BrandLogo size={30} wide />
          <span className="min-w-0 truncate text-title font-semibold tracking-tight">
            <BrandName />
          </span>
        </div>
        <div className={classNames('mx-auto my-auto w-full py-10', wide ? 'max-w-xl' : 'max-w-sm')}>
          {tabs && <EntranceTabs />}
          <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
          <p className="mt-1.5 text-thread text-ink-muted">{subtitle}</p>
          {children}
        </div>
        <div className={classNames('flex flex-wrap gap-3', position === 'center' && 'justify-center')}>
          <Select
            aria-label={t('login.language')}
            value={i18n.language}
            onValueChange={(locale) => void changeLocale(locale as Locale)}
            options={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
          />
          <Select
            aria-label={t('login.theme')}
            value={theme}
            onValueChange={(next) => {
              setTheme(next as Theme)
              applyTheme(next as Theme)
            }}
            options={themes.map((value) => ({ value, label: `${t('frame.theme')}: ${t(`frame.themes.${value}`)}` }))}
          />
        </div>
      </main>
      {position !== 'center' && <Scene side={position} />}
    </div>
  )
}

/** S2-007: the way to register stands there only while it leads somewhere. */
function EntranceTabs() {
  const { t } = useTranslation()
  if (!usePlans().data?.open) return null
  return (
    <nav aria-label={t('login.tabs')} className="mb-8 flex gap-1 border-b border-line">
      {(['/login', '/register'] as const).map((to) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ includeSearch: false }}
          className={
            '-mb-px border-b-2 border-transparent px-3 py-2 text-list font-medium text-ink-muted hover:text-ink ' +
            'focus-visible:outline-2 focus-visible:outline-accent aria-[current=page]:border-accent ' +
            'aria-[current=page]:text-ink'
          }
        >
          {t(to === '/login' ? 'login.tabSignIn' : 'login.tabRegister')}
        </Link>
      ))}
    </nav>
  )
}

/** Stays in view while a long form is scrolled. */
function Scene({ side }: { side: 'left' | 'right' }) {
  const { t } = useTranslation()
  return (
    <aside
      className={classNames(
        'login-scene hidden overflow-hidden border-line side:sticky side:top-0 side:flex side:h-dvh ' +
          'side:flex-col side:justify-end side:p-14',
        side === 'left' ? 'border-l' : 'border-r',
      )}
      aria-hidden
    >
      <div className="flex max-w-md flex-col gap-3">
        <div className="login-bubble w-64">
          <span />
        </div>
        <div className="login-bubble w-80">
          <span />
          <span />
        </div>
        <div className="login-bubble w-52 self-end" data-own>
          <span />
        </div>
        <div className="login-bubble w-72 self-end" data-own>
          <span />
          <span />
        </div>
        <div className="login-bubble w-32 justify-center">
          <span className="typing-dots text-ink-muted">
            <span />
            <span />
            <span />
          </span>
        </div>
      </div>
      <p className="mt-12 max-w-md text-3xl leading-tight font-semibold tracking-tight text-balance">
        {t('login.promise')}
      </p>
      <p className="mt-3 max-w-md text-thread text-ink-muted">{t('login.promiseDetail')}</p>
    </aside>
  )
}
