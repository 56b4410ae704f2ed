import { Dialog, Icon, Kbd, usePermission } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import {
  ChevronRight,
  ContactRound,
  Keyboard,
  LogOut,
  MessageSquareText,
  MessagesSquare,
  Search,
  SunMoon,
} from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../../base/session/sign-out.ts'
import { isSearchable, type ShellManifest } from '../../base/contracts.ts'
import { isDarkOf, themes } from '../../base/preferences/theme.ts'
import { usePreferences } from '../../base/preferences/use-preferences.ts'
import { useKeysHints } from '../../base/shortcuts/bindings-context.ts'
import { productShortcuts, type ShortcutId } from '../../base/shortcuts/product-shortcuts.ts'
import { commandScore } from './command-score.ts'
import { useOfferedCommands } from '../../base/shortcuts/commands.ts'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import { useContactSearch } from '../../data/contacts/use-contact.ts'
import { useFoundTickets } from '../../data/tickets/use-found-tickets.ts'
import { usePluginTitles, type NavEntry } from '../../parts/navigation/navigation.tsx'
import { keepRecentCommand, recentCommands } from './recent-commands.ts'

const plainIcon = <ChevronRight size={16} />

interface Entry {
  id: string
  label: string
  icon: ReactNode
  shortcut?: string | undefined
  run(): void
}
interface Group {
  key: 'recent' | 'ticket' | 'navigate' | 'plugins' | 'preferences'
  entries: readonly Entry[]
}

const heading =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 ' +
  '[&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-muted'

/**
 * `Ctrl K`: screens, acts of the open ticket, the plugins' commands, and the user's own choices. The last used ones
 * come first.
 */
export default function Palette({
  entries,
  manifest,
  onClose,
  onShortcuts,
}: {
  entries: readonly NavEntry[]
  manifest: ShellManifest
  onClose(): void
  onShortcuts(): void
}) {
  const { t } = useTranslation()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const [recent] = useState(recentCommands)
  const term = query.trim()
  const groups = useEntries({ entries, manifest, onShortcuts })
  const all = groups.flatMap((group) => group.entries)
  const last = recent.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
  const shown: readonly Group[] =
    term === '' && last.length > 0
      ? [
          { key: 'recent', entries: last },
          ...groups.map(({ key, entries: own }) => ({ key, entries: own.filter((entry) => !last.includes(entry)) })),
        ]
      : groups
  const search = (where: 'mensagens' | undefined) =>
    void router.navigate({
      to: '/atendimento',
      search: { view: 'all', searchParam: term, ...(where && { em: where }) } as never,
    })
  const contacts = useFoundContacts(term)
  const conversations = useFoundConversations(term)
  const item = ({ id, label, icon, shortcut, run }: Entry, isKept = true) => (
    <Command.Item
      key={id}
      value={id}
      keywords={[label]}
      onSelect={() => {
        if (isKept) keepRecentCommand(id)
        onClose()
        run()
      }}
      className={
        'flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-list data-[selected=true]:bg-hover'
      }
    >
      <span className="text-ink-muted" aria-hidden>
        {icon}
      </span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut && (
        <span aria-hidden>
          <Kbd>{shortcut}</Kbd>
        </span>
      )}
    </Command.Item>
  )
  return (
    <Dialog
      title={t('palette.title')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      className="palette"
    >
      <Command
        loop
        label={t('palette.title')}
        filter={(id, typed, keywords) => commandScore(keywords?.join(' ') ?? id, typed, recent.includes(id))}
      >
        <Command.Input
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder={t('palette.placeholder')}
          className={
            'h-12 w-full border-b border-line bg-transparent px-4 text-thread outline-none ' +
            'placeholder:text-ink-muted'
          }
        />
        <Command.List className="scroll-thin max-h-96 overflow-y-auto p-2">
          <Command.Empty className="px-2.5 py-6 text-center text-list text-ink-muted wrap-anywhere">
            {t('palette.empty', { query })}
          </Command.Empty>
          {shown
            .filter((group) => group.entries.length > 0)
            .map((group) => (
              <Command.Group key={group.key} heading={t(`palette.${group.key}`)} className={heading}>
                {group.entries.map((entry) => item(entry))}
              </Command.Group>
            ))}
          {contacts.length > 0 && (
            <Command.Group forceMount heading={t('palette.contacts')} className={heading}>
              {contacts.map((contact) => item(contact, false))}
            </Command.Group>
          )}
          {conversations.length > 0 && (
            <Command.Group forceMount heading={t('palette.conversations')} className={heading}>
              {conversations.map((ticket) => item(ticket, false))}
            </Command.Group>
          )}
          {isSearchable(term) && (
            <Command.Group forceMount heading={t('palette.search')} className={heading}>
              {item(
                {
                  id: 'search.tickets',
                  label: t('palette.tickets', { query: term }),
                  icon: <Search size={16} />,
                  run: () => search(undefined),
                },
                false,
              )}
              {item(
                {
                  id: 'search.messages',
                  label: t('palette.messages', { query: term }),
                  icon: <MessageSquareText size={16} />,
                  run: () => search('mensagens'),
                },
                false,
              )}
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** More are found by the lists themselves. */
const shownOfEach = 5

/** The first contacts that the words find; none for those who may not read contacts. */
function useFoundContacts(term: string): readonly Entry[] {
  const router = useRouter()
  const written = useWrittenPhone()
  const mayRead = usePermission('contacts.read')
  const wanted = useDeferredValue(mayRead ? term : '')
  const query = useContactSearch(wanted)
  if (!isSearchable(wanted)) return []
  return (query.data?.pages[0]?.contacts ?? []).slice(0, shownOfEach).map(({ id, name, number, email }) => ({
    id: `contact.${id}`,
    label: [name, (number === null || number === name ? null : written(number)) ?? email].filter(Boolean).join(' · '),
    icon: <ContactRound size={16} />,
    run: () => void router.navigate({ to: '/contatos/$contactId', params: { contactId: id } }),
  }))
}

/** The newest conversations that the words find, closed ones too; none for those who may not read any. */
function useFoundConversations(term: string): readonly Entry[] {
  const { t } = useTranslation(['shell', 'attendance'])
  const router = useRouter()
  const mayRead = usePermission('tickets.read')
  const wanted = useDeferredValue(term)
  return useFoundTickets(wanted, mayRead)
    .slice(0, shownOfEach)
    .map(({ id, name, protocol, status }) => ({
      id: `ticket.${id}`,
      label: [name, t(`attendance:status.${status}`), protocol].join(' · '),
      icon: <MessagesSquare size={16} />,
      run: () => void router.navigate({ to: '/atendimento/$ticketId', params: { ticketId: id } }),
    }))
}

function useEntries({
  entries,
  manifest,
  onShortcuts,
}: {
  entries: readonly NavEntry[]
  manifest: ShellManifest
  onShortcuts(): void
}): readonly Group[] {
  const { t } = useTranslation()
  const router = useRouter()
  const titles = usePluginTitles(manifest)
  const offered = useOfferedCommands()
  const hint = useKeysHints()
  const [, setPreferences] = usePreferences()
  const go = (path: string) => () => void router.navigate({ to: path as '/home' })
  const keysTo = (path: string): string | undefined =>
    Object.entries(productShortcuts).flatMap(([id, act]) =>
      'path' in act && act.path === path ? [hint(id as ShortcutId).shortcut] : [],
    )[0]
  return [
    {
      key: 'ticket',
      entries: offered.map(({ id, label, icon, run }) => ({
        id,
        label,
        icon: icon ?? plainIcon,
        run,
        shortcut: hint(id).shortcut,
      })),
    },
    {
      key: 'navigate',
      entries: entries.map(({ path, label, icon }) => ({
        id: path,
        label,
        icon,
        run: go(path),
        shortcut: keysTo(path),
      })),
    },
    {
      key: 'plugins',
      entries: manifest.plugins.flatMap((plugin) =>
        plugin.commands.map((command) => {
          const id: ShortcutId = `${plugin.id}/${command.id}`
          return {
            id,
            label: titles(plugin, command.titleKey),
            icon: <Icon name="puzzle" size={16} />,
            run: go(command.path),
            shortcut: hint(id).shortcut,
          }
        }),
      ),
    },
    {
      key: 'preferences',
      entries: [
        ...themes.map((theme) => ({
          id: `theme.${theme}`,
          label: `${t('frame.theme')}: ${t(`frame.themes.${theme}`)}`,
          icon: <SunMoon size={16} />,
          run: () => setPreferences({ isDark: isDarkOf(theme) }),
        })),
        {
          id: 'shortcuts',
          label: t('frame.shortcuts'),
          icon: <Keyboard size={16} />,
          run: onShortcuts,
          shortcut: hint('help').shortcut,
        },
        { id: 'changeShortcuts', label: t('frame.changeShortcuts'), icon: <Keyboard size={16} />, run: go('/atalhos') },
        { id: 'signOut', label: t('frame.signOut'), icon: <LogOut size={16} />, run: () => void signOut() },
      ],
    },
  ]
}
