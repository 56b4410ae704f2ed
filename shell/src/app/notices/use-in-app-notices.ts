import { toast, useApi, useViewer } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { useSession } from '../../base/session/use-session.ts'
import { useWorkplace } from '../../data/workplace/workplace-context.ts'
import type { PluginNotice, PluginPush, Ticket, TicketListPush } from '../../base/contracts.ts'
import { previewText } from '../../parts/messages/MessagePreview.tsx'
import { closeShown, closeShownAt, keepSubscribed } from '../../data/notifications/browser-push.ts'
import { chime } from '../../data/notifications/chime.ts'
import { InAppNotices, type Mention, type NoticeReason } from './in-app-notices.ts'
import { useNotifications, type NotificationState } from '../../data/notifications/use-notifications.ts'
import { waitingTickets } from '../../data/notifications/waiting-tickets.ts'

/** Interval at which a page reports that somebody is using it. Milliseconds. */
const sayAgainMs = 25_000
/** One sound at most in this time, of all tabs together. Milliseconds. */
const quietAfterSoundMs = 2_000

/** Notifies the user of events while the product is open, and the server of the open conversation. */
export function useInAppNotices(timeZone: string): void {
  const { t } = useTranslation('notifications', { useSuspense: false })
  const { t: general } = useTranslation('shell')
  const api = useApi()
  const queries = useQueryClient()
  const router = useRouter()
  const { userId } = useViewer()
  const session = useSession()
  const { live } = useWorkplace()
  const state = useNotifications().data
  // Handlers that outlive a rendering ask for what holds now.
  const current = useRef({ state, t, general })
  useEffect(() => {
    current.current = { state, t, general }
  })

  const known = state !== undefined
  useEffect(() => {
    const at = queries.getQueryData<NotificationState>(keys.notifications)
    if (!known || !at) return
    keepSubscribed(api, at, userId).then(
      (active) =>
        queries.setQueryData<NotificationState>(
          keys.notifications,
          (now) => now && { ...now, push: { ...now.push, active } },
        ),
      // A push service that is away is found again with the next start.
      () => undefined,
    )
  }, [known, api, queries, userId])

  const queueIds = session?.user.queues.map(({ id }) => id).join()
  useEffect(() => {
    const open = (ticketId: string, place?: string) =>
      void router.navigate({
        to: '/atendimento/$ticketId',
        params: { ticketId },
        search: place === undefined ? {} : { mensagem: place },
      })
    const show = (ticket: Ticket, why: NoticeReason): void => {
      if (document.visibilityState !== 'visible') return
      const { t: words, general } = current.current
      // What a machine said last, before it handed over, is not what the customer said.
      const reason = why === 'message' && ticket.lastMessageFromMe ? 'waits' : why
      toast.info(
        reason === 'message'
          ? `${ticket.name}: ${previewText(general, ticket.lastMessage, ticket.lastContent)}`.slice(0, 160)
          : words(`inApp.${reason}`, { name: ticket.name }),
        { id: `ticket-${ticket.id}`, action: { label: words('inApp.open'), onClick: () => open(ticket.id) } },
      )
    }
    const showMention = ({ ticketId, by, contactName, place }: Mention): void => {
      if (document.visibilityState !== 'visible') return
      const { t: words } = current.current
      toast.info(words('inApp.mentioned', { by, name: contactName }).slice(0, 160), {
        id: `mention-${ticketId}`,
        action: { label: words('inApp.open'), onClick: () => open(ticketId, place ?? undefined) },
      })
    }
    const showNotice = ({ text, path, tag }: PluginNotice): void => {
      if (document.visibilityState !== 'visible') return
      toast.info(text.slice(0, 160), {
        id: tag,
        action: { label: current.current.t('inApp.open'), onClick: () => router.history.push(path) },
      })
    }
    const notices = new InAppNotices({
      userId,
      queueIds: queueIds?.split(',') ?? [],
      timeZone,
      choice: () => current.current.state?.choice,
      isSeen: live.isSeen,
      show,
      showMention,
      showNotice,
      isAt: (path) => document.hasFocus() && router.state.location.href === path,
      // A notification of the system makes its own sound.
      ring: () => {
        if (document.hasFocus() || !current.current.state?.push.active) void ringOnce()
      },
      waits: (ticketId, waits) => (waits ? waitingTickets.add(ticketId) : noLongerWaits(ticketId)),
    })
    const stops = [
      live.on('ticketList', (push) => notices.take(push as TicketListPush)),
      live.on('plugin', (data) => {
        const push = data as PluginPush
        if (push.name === 'notice') notices.takeNotice(push.data as PluginNotice)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      waitingTickets.clear()
    }
  }, [live, router, userId, queueIds, timeZone])

  const { pathname, href } = useLocation()
  const openTicket = /^\/atendimento\/([0-9a-f-]{36})$/.exec(pathname)?.[1]
  useEffect(() => {
    const say = () => {
      const focused = document.hasFocus() && document.visibilityState === 'visible'
      live.attended(focused)
      if (focused && openTicket !== undefined) noLongerWaits(openTicket)
      if (focused) void closeShownAt(href)
    }
    const leave = () => live.attended(false)
    say()
    const timer = setInterval(say, sayAgainMs)
    addEventListener('focus', say)
    addEventListener('blur', leave)
    document.addEventListener('visibilitychange', say)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', say)
      removeEventListener('blur', leave)
      document.removeEventListener('visibilitychange', say)
    }
  }, [live, openTicket, href])
}

function noLongerWaits(ticketId: string): void {
  waitingTickets.remove(ticketId)
  void closeShown(ticketId)
}

/** The first tab makes the sound; the others, and immediate repetitions, stay silent. */
async function ringOnce(): Promise<void> {
  const ring = async (): Promise<void> => {
    await chime()
    await new Promise((resolve) => setTimeout(resolve, quietAfterSoundMs))
  }
  await (navigator.locks as LockManager | undefined)?.request('recado.chime', { ifAvailable: true }, (lock) =>
    lock ? ring() : undefined,
  )
}
