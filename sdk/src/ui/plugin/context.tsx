import { isSupported, mediaLevel } from '@recado/contracts'
import type {
  ChannelCapabilities,
  Locale,
  MediaKind,
  PluginPush,
  Role,
  Ticket,
  TicketListPush,
  Tier,
} from '@recado/contracts'
import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useTranslation, type UseTranslationResponse } from 'react-i18next'
import { createApi, type Api, type SignedInFetch } from './api.ts'

/** The signed-in user, as screens need it. The server decides again on every call. */
export interface ViewerInfo {
  readonly tenantId: string
  readonly userId: string
  readonly name: string
  readonly role: Role
  readonly tier: Tier
  readonly locale: Locale
}

/** Services of the shell for every screen, its own and plugins'. Provided once, at the root. */
export interface ShellServices {
  readonly fetch: SignedInFetch
  readonly viewer: ViewerInfo
  /** Names of `ShellManifest.permissions`. */
  readonly permissions: readonly string[]
  readonly live: LiveEvents
  /** Capabilities of the company's channels. */
  readonly channels?: ReadonlyArray<{ readonly type: string; readonly capabilities: ChannelCapabilities }>
  /**
   * Brings the sentences of a plugin's code into namespace `errors`; undefined for a code that is no plugin's, or whose
   * sentences are there.
   */
  readonly loadErrorWords?: (code: string) => Promise<void> | undefined
}

/**
 * Pushed events. Names are those of the realtime contract without the tenant: `ticketList`, `typing`, `whatsapp`,
 * `plugins`.
 */
export interface LiveEvents {
  /**
   * Adds a handler and answers a function that removes it. After a gap in the stream the handlers of `resync` are
   * called: fetch again.
   */
  on(event: string, handler: (data: unknown) => void): () => void
}

/** The plugin of a screen. */
export interface PluginIdentity {
  readonly id: string
  readonly version: string
  readonly title: string
}

const ShellContext = createContext<ShellServices | undefined>(undefined)
const PluginContext = createContext<PluginIdentity | undefined>(undefined)
const TicketContext = createContext<Ticket | undefined>(undefined)

function useShell(): ShellServices {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('This hook needs the shell around it: wrap the screen in <ShellProvider>, in tests too.')
  return shell
}

/** Loads sentences of codes, where there is a shell that can. */
export const useErrorWordsLoader = (): ShellServices['loadErrorWords'] => useContext(ShellContext)?.loadErrorWords

/** The root provider of the shell, and of a plugin's screen in its tests. */
export const ShellProvider = ({ services, children }: { services: ShellServices; children: ReactNode }) => (
  <ShellContext value={services}>{children}</ShellContext>
)

/** The element that a plugin's styles are scoped to. Content portalled out of a panel is wrapped in one again. */
export function PluginRoot({ children }: { children: ReactNode }) {
  const plugin = useContext(PluginContext)
  return plugin ? (
    <div data-plugin={plugin.id} className="k-plugin">
      {children}
    </div>
  ) : (
    children
  )
}

/**
 * Wrapper of the shell around each panel. It gives the plugin's identity to the hooks, the styles and the error
 * boundary.
 */
export const PluginProvider = ({ plugin, children }: { plugin: PluginIdentity; children: ReactNode }) => (
  <PluginContext value={plugin}>
    <PluginRoot>{children}</PluginRoot>
  </PluginContext>
)

/** The plugin around this component; `undefined` in the shell's own screens. */
export const usePlugin = (): PluginIdentity | undefined => useContext(PluginContext)

/** Calls to the server as the signed-in user. See {@link Api} for how paths are read. */
export function useApi(): Api {
  const { fetch } = useShell()
  const id = usePlugin()?.id
  return useMemo(() => createApi(fetch, id === undefined ? '/' : `/p/${id}`), [fetch, id])
}

/** The signed-in user. To decide what to show use {@link usePermission}. */
export const useViewer = (): ViewerInfo => useShell().viewer

/** Whether to show what needs a permission. Inside a plugin, a name without a dot is the plugin's own. */
export function usePermission(name: string): boolean {
  const id = usePlugin()?.id
  return useShell().permissions.includes(id === undefined || name.includes('.') ? name : `${id}.${name}`)
}

/**
 * Calls `handler` for each pushed event while the component is shown. The handler may change without a new
 * subscription.
 */
export function useLiveEvent(event: string, handler: (data: unknown) => void): void {
  const { live } = useShell()
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => live.on(event, (data) => latest.current(data)), [live, event])
}

/**
 * Whether a channel takes a file of this type as such a kind, a sticker as a sticker. A file that it does not take may
 * still be sent as another kind.
 */
export function useCarries(channelType: string, kind: MediaKind, mime: string): boolean {
  const channel = useShell().channels?.find(({ type }) => type === channelType)
  return channel !== undefined && isSupported(mediaLevel(channel.capabilities.media[kind], mime))
}

/**
 * Calls `handler` when the plugin's server announced (`core.tickets.announce`) that what it holds about this ticket
 * changed, and after a gap in the stream, when that may have been missed. Without a ticket: about any that the user may
 * see.
 */
export function useTicketNews(ticketId: string | undefined, handler: () => void): void {
  const id = usePlugin()?.id
  useLiveEvent('ticketList', (data) => {
    const push = data as TicketListPush
    if (
      push.type === 'plugin:update' &&
      push.payload.plugin === id &&
      (ticketId === undefined || push.payload.ticketId === ticketId)
    )
      handler()
  })
  useLiveEvent('resync', handler)
}

/**
 * Calls `handler` with the data of each push that the plugin's server sent this user under `name`
 * (`core.users.push`), fleeting ones too. What was pushed in a gap of the stream is not told again: fetch on `resync`
 * by {@link useLiveEvent}.
 */
export function usePush(name: string, handler: (data: unknown) => void): void {
  const id = usePlugin()?.id
  const take = (data: unknown): void => {
    const push = data as PluginPush
    if (push.plugin === id && push.name === name) handler(push.data)
  }
  useLiveEvent('plugin', take)
  useLiveEvent('pluginFleeting', take)
}

/** The plugin's own words: namespace `plugin.<id>`. Outside of a plugin it is the shell's default namespace. */
export function useWords(): UseTranslationResponse<string, undefined> {
  const id = usePlugin()?.id
  return useTranslation(id === undefined ? undefined : `plugin.${id}`)
}

/** The shell sets the ticket on the screen around everything that belongs to it. */
export const TicketProvider = ({ ticket, children }: { ticket: Ticket; children: ReactNode }) => (
  <TicketContext value={ticket}>{children}</TicketContext>
)

/**
 * The ticket around this component. For components deep inside a `ticket.*` panel; the panel itself has it in its
 * props.
 */
export function useTicket(): Ticket {
  const ticket = useContext(TicketContext)
  if (!ticket) throw new Error('useTicket works only inside a slot whose name begins with "ticket."')
  return ticket
}
