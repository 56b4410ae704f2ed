import {
  DropdownMenu,
  MenuCheckboxItem,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  MenuSub,
} from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Bell, Fingerprint, Keyboard, Languages, LogOut, MonitorSmartphone, Rows3, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { changeStatus, type Status } from '../activity/status.ts'
import { signOut } from '../../base/session/sign-out.ts'
import type { Session } from '../../base/api/session.ts'
import type { Locale } from '../../base/contracts.ts'
import { changeLocale } from '../../base/i18n/i18n.ts'
import { localeNames } from '../../base/i18n/locale-choice.ts'
import { densities } from '../../base/preferences/density.ts'
import { isDarkOf, themeOf, themes, type Theme } from '../../base/preferences/theme.ts'
import { usePreferences, type Preferences } from '../../base/preferences/use-preferences.ts'
import type { OverlayState } from '../../base/ui/OverlayOnDemand.tsx'

interface UserMenuListProps extends OverlayState {
  user: Session['user']
  expanded: boolean
  connected: boolean
  online: boolean
}

/** Who is signed in, their status and personal choices. */
export function UserMenuList({ user, expanded, connected, online, trigger, open, onOpenChange }: UserMenuListProps) {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  const [preferences, setPreferences] = usePreferences()
  return (
    <DropdownMenu
      side={expanded ? 'top' : 'right'}
      align="end"
      trigger={trigger}
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className="px-2 py-1.5 leading-tight">
        <p className="text-list font-medium">{user.username}</p>
        <p className="text-xs text-ink-muted">{user.email}</p>
        <p className="mt-1 flex items-center gap-1.5 text-xs text-ink-muted">
          <span className={`size-2 rounded-full ${online ? 'bg-success' : 'bg-line-strong'}`} aria-hidden />
          {t(!connected ? 'frame.status.offline' : online ? 'frame.status.online' : 'frame.status.away')}
        </p>
      </div>
      <MenuSeparator />
      <MenuLabel>{t('frame.status.label')}</MenuLabel>
      <MenuRadioGroup
        value={user.status}
        onValueChange={(chosen) => changeStatus(chosen as Status)}
        options={[
          { value: 'online', label: t('frame.status.online') },
          { value: 'offline', label: t('frame.status.away') },
        ]}
      />
      <MenuSeparator />
      <MenuLabel>{t('frame.onlyYou')}</MenuLabel>
      <MenuSub label={t('frame.theme')} icon={<SunMoon size={16} />}>
        <MenuRadioGroup
          value={themeOf(preferences.isDark)}
          onValueChange={(theme) => setPreferences({ isDark: isDarkOf(theme as Theme) })}
          options={themes.map((theme) => ({ value: theme, label: t(`frame.themes.${theme}`) }))}
        />
      </MenuSub>
      <MenuSub label={t('frame.density')} icon={<Rows3 size={16} />}>
        <MenuRadioGroup
          value={preferences.density}
          onValueChange={(density) => setPreferences({ density: density as Preferences['density'] })}
          options={densities.map((density) => ({ value: density, label: t(`frame.densities.${density}`) }))}
        />
      </MenuSub>
      <MenuSub label={t('frame.language')} icon={<Languages size={16} />}>
        <MenuRadioGroup
          value={i18n.language}
          onValueChange={(locale) => {
            setPreferences({ locale: locale as Locale })
            void changeLocale(locale as Locale)
          }}
          options={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
        />
      </MenuSub>
      <MenuCheckboxItem
        checked={preferences.opensNext ?? true}
        onCheckedChange={(opensNext) => setPreferences({ opensNext })}
      >
        {t('frame.opensNext')}
      </MenuCheckboxItem>
      <MenuItem icon={<Fingerprint size={16} />} onSelect={() => void router.navigate({ to: '/passkey' })}>
        {t('frame.passkeys')}
      </MenuItem>
      <MenuItem icon={<Keyboard size={16} />} onSelect={() => void router.navigate({ to: '/atalhos' })}>
        {t('frame.shortcuts')}
      </MenuItem>
      <MenuItem icon={<Bell size={16} />} onSelect={() => void router.navigate({ to: '/notificacoes' })}>
        {t('frame.notifications')}
      </MenuItem>
      <MenuItem icon={<MonitorSmartphone size={16} />} onSelect={() => void router.navigate({ to: '/sessoes' })}>
        {t('frame.sessions')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} />} onSelect={() => void signOut()}>
        {t('frame.signOut')}
      </MenuItem>
    </DropdownMenu>
  )
}
