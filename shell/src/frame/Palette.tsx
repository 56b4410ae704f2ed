import { Dialog, Icon, Kbd } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ChevronRight, Keyboard, LogOut, Search, SunMoon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../app/sign-out.ts'
import type { ShellManifest } from '../contracts.ts'
import { isDarkOf, themes } from '../preferences/theme.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { minSearchLength } from '../tickets/ticket-filter.ts'
import { useOfferedCommands } from './commands.ts'
import { usePluginTitles, type NavEntry } from './navigation.tsx'
import { shortcuts, shortcutText } from './shortcuts.ts'

/** `Ctrl K`: where to go, what to do with the open ticket, the plugins' commands, and the user's own choices. */
export default function Palette({ entries, manifest, onClose, onShortcuts }: { entries: readonly NavEntry[]; manifest: ShellManifest; onClose(): void; onShortcuts(): void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const titles = usePluginTitles(manifest)
  const offered = useOfferedCommands()
  const [, setPreferences] = usePreferences()
  const [query, setQuery] = useState('')
  const go = (path: string) => () => void router.navigate({ to: path as '/home' })
  const item = (key: string, label: string, icon: ReactNode, run: () => void, shortcut?: string) => (
    <Command.Item
      key={key} value={`${key} ${label}`} onSelect={() => { onClose(); run() }}
      className="flex h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-list data-[selected=true]:bg-hover"
    >
      <span className="text-ink-muted" aria-hidden>{icon}</span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Command.Item>
  )
  const commands = manifest.plugins.flatMap((plugin) => plugin.commands.map((command) => item(`${plugin.id}.${command.id}`, titles(plugin, command.titleKey), <Icon name="puzzle" size={16} />, go(command.path))))
  const term = query.trim()
  const inMessages = () => void router.navigate({ to: '/atendimento', search: { view: 'all', searchParam: term, em: 'mensagens' } as never })
  const heading = '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted'
  return (
    <Dialog title={t('palette.title')} open onOpenChange={(open) => { if (!open) onClose() }} className="palette">
      <Command loop label={t('palette.title')}>
        <Command.Input autoFocus value={query} onValueChange={setQuery} placeholder={t('palette.placeholder')} className="h-12 w-full border-b border-line bg-transparent px-4 text-thread outline-none placeholder:text-ink-muted" />
        <Command.List className="scroll-thin max-h-96 overflow-y-auto p-2">
          <Command.Empty className="px-2.5 py-6 text-center text-list text-ink-muted">{t('palette.empty', { query })}</Command.Empty>
          {offered.length > 0 && <Command.Group heading={t('palette.ticket')} className={heading}>{offered.map((command) => item(command.id, command.label, <ChevronRight size={16} />, command.run, command.shortcut))}</Command.Group>}
          <Command.Group heading={t('palette.navigate')} className={heading}>{entries.map((entry) => item(entry.path, entry.label, entry.icon, go(entry.path)))}</Command.Group>
          {commands.length > 0 && <Command.Group heading={t('palette.plugins')} className={heading}>{commands}</Command.Group>}
          <Command.Group heading={t('palette.preferences')} className={heading}>
            {themes.map((theme) => item(`theme.${theme}`, `${t('frame.theme')}: ${t(`frame.themes.${theme}`)}`, <SunMoon size={16} />, () => setPreferences({ isDark: isDarkOf(theme) })))}
            {item('shortcuts', t('frame.shortcuts'), <Keyboard size={16} />, onShortcuts, shortcutText(shortcuts.help))}
            {item('signOut', t('frame.signOut'), <LogOut size={16} />, () => void signOut())}
          </Command.Group>
          {term.length >= minSearchLength && <Command.Group forceMount heading={t('palette.search')} className={heading}>{item('search.messages', t('palette.messages', { query: term }), <Search size={16} />, inMessages)}</Command.Group>}
        </Command.List>
      </Command>
    </Dialog>
  )
}
