import { ScreenSkeleton } from '../../base/ui/ScreenSkeleton.tsx'
import { useOfferCommands } from '../../base/shortcuts/commands.ts'
import { EmptyState, usePermission } from '@recado/sdk/ui'
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router'
import { MessageSquarePlus, MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTouch } from '../../base/shortcuts/use-touch.ts'
import { useShortcut } from '../../base/shortcuts/use-shortcut.ts'
import { Conversation } from './Conversation.tsx'
import { TicketList, type OpenAt } from './list/TicketList.tsx'
import type { OpenedToWrite } from './composer/use-write-at-once.ts'
import { atMessage } from './thread/use-jump.ts'
import { usePrefetchThread } from './thread/use-thread.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { useTreePlace } from './tree/use-tree-place.ts'

const NewTicketDialog = lazy(async () => ({
  default: (await import('../../parts/new-ticket/NewTicketDialog.tsx')).NewTicketDialog,
}))

const TreeBeside = lazy(async () => ({ default: (await import('./tree/TreeBeside.tsx')).TreeBeside }))

const widthKey = 'recado.list-width'
const width = { least: 280, usual: 340, most: 520 }
const keptWidth = () =>
  Math.min(width.most, Math.max(width.least, Number(localStorage.getItem(widthKey)) || width.usual))

/** `/atendimento`: list, conversation, side panel. One pane at a time on small screens. */
export function Attendance() {
  const { t } = useTranslation('attendance')
  const router = useRouter()
  const isTouch = useTouch()
  const { ticketId } = useParams({ strict: false }) as { ticketId?: string }
  const isWatching = useLocation({ select: ({ pathname }) => pathname.endsWith('/acompanhar') })
  const onContacts = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') === '/atendimento/contatos' })
  const isCovered = ticketId !== undefined || onContacts
  const [listWidth, setListWidth] = useState(keptWidth)
  const resize = useCallback((wanted: number) => {
    const next = Math.min(width.most, Math.max(width.least, wanted))
    localStorage.setItem(widthKey, String(next))
    setListWidth(next)
  }, [])
  // A message is named for one conversation; the list stays as it is.
  const prefetch = usePrefetchThread()
  const [writing, setWriting] = useState<OpenedToWrite | null>(null)
  const open = useCallback(
    (id: string, { messageId, toWrite = false }: OpenAt = {}) => {
      prefetch(id)
      setWriting(toWrite ? { ticketId: id } : null)
      void router.navigate({
        to: '/atendimento/$ticketId',
        params: { ticketId: id },
        search: atMessage(messageId ?? null),
      })
    },
    [prefetch, router],
  )
  const back = useCallback(() => void router.navigate({ to: '/atendimento', search: atMessage(null) }), [router])
  const [beginning, setBeginning] = useState(false)
  const begin = useCallback(() => setBeginning(true), [])
  const mayBegin = usePermission('tickets.write')
  useOfferCommands(
    useMemo(
      () =>
        mayBegin ? [{ id: 'newTicket', label: t('act.new'), icon: <MessageSquarePlus size={16} />, run: begin }] : [],
      [mayBegin, begin, t],
    ),
  )
  useShortcut('back', back, isCovered)
  const tree = useTreePlace()
  useShortcut('tree', tree.toggle)

  return (
    <div className="flex h-full min-w-0">
      {tree.isOpen && (
        <Suspense fallback={null}>
          <TreeBeside isOver={tree.isOver} onClose={tree.close} />
        </Suspense>
      )}
      <section
        aria-label={t('list.title')}
        className={`min-w-0 flex-1 pane:w-(--list-width) pane:flex-none ${isCovered ? 'hidden pane:block' : ''}`}
        style={{ '--list-width': `${listWidth}px` } as React.CSSProperties}
      >
        <TicketList
          openId={ticketId ?? null}
          isTreeOpen={tree.isOpen}
          onTree={tree.toggle}
          onOpen={open}
          onBegin={mayBegin ? begin : undefined}
        />
      </section>
      <ResizeHandle value={listWidth} min={width.least} max={width.most} label={t('list.resize')} onChange={resize} />
      <section
        aria-label={t(onContacts ? 'contacts' : 'thread.title')}
        className={`min-w-0 flex-1 ${isCovered ? '' : 'hidden pane:block'}`}
      >
        {onContacts ? (
          <Suspense fallback={<ScreenSkeleton />}>
            <Outlet />
          </Suspense>
        ) : ticketId ? (
          <Conversation
            key={`${ticketId}/${isWatching}`}
            ticketId={ticketId}
            isWatching={isWatching}
            writing={writing?.ticketId === ticketId ? writing : null}
            onBack={back}
            onJoin={() => open(ticketId)}
          />
        ) : (
          <div className="grid h-full place-items-center bg-canvas p-6">
            <EmptyState icon={<MessagesSquare size={22} />} title={t('thread.noneTitle')}>
              {t(isTouch ? 'thread.noneDetailTouch' : 'thread.noneDetail')}
            </EmptyState>
          </div>
        )}
      </section>
      {beginning && (
        <Suspense fallback={null}>
          <NewTicketDialog onClose={() => setBeginning(false)} onOpen={open} />
        </Suspense>
      )}
    </div>
  )
}
