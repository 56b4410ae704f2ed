import { Button, IconButton, useComposer, useViewer, type ComposerField } from '@recado/sdk/ui'
import { Mic, Paperclip, SendHorizontal, Type } from 'lucide-react'
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../../base/federation/contributions.ts'
import { useManifest, useWorkplace } from '../../../data/workplace/workplace-context.ts'
import { isSupported, type Message, type Ticket } from '../../../base/contracts.ts'
import { EmojiAction } from '../../../base/emoji/EmojiAction.tsx'
import { withWords } from '../../../base/i18n/i18n.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { useKeysInForce } from '../../../base/shortcuts/bindings-context.ts'
import { hits, keysText } from '../../../base/shortcuts/keys.ts'
import { letterSendKeys } from '../../../base/shortcuts/newline-keys.ts'
import { useShortcut } from '../../../base/shortcuts/use-shortcut.ts'
import { useTouch } from '../../../base/shortcuts/use-touch.ts'
import { useReplyGuard } from '../colleagues/use-reply-guard.tsx'
import type { Channel } from '../use-channel.ts'
import { Attachments } from './Attachments.tsx'
import { ClosedConversation } from './ClosedConversation.tsx'
import { LeftBehind } from './LeftBehind.tsx'
import { LetterFields } from './letter/LetterFields.tsx'
import { useLetterHead } from './letter/use-letter-head.ts'
import { markActs, marks, toggledLines, toggledMark, type Marked } from './marking.ts'
import { MarksBar, useMarksBar } from './MarksBar.tsx'
import { MarksPreview } from './MarksPreview.tsx'
import { OtherDraft } from './OtherDraft.tsx'
import { PlainField } from './PlainField.tsx'
import { QuotedMessage } from './QuotedMessage.tsx'
import { RichFieldAs, useRichField } from './rich/use-rich-field.tsx'
import { SchedulePopover } from './SchedulePopover.tsx'
import { SignaturePopover } from './SignaturePopover.tsx'
import { takesVoiceNotes } from './voice/takes-voice-notes.ts'
import { useVoiceNote } from './voice/use-voice-note.ts'
import { VoiceBar } from './voice/VoiceBar.tsx'
import { WindowClosed, WindowCountdown } from './ServiceWindow.tsx'
import { UndoBar } from './UndoBar.tsx'
import { carriesFiles, useAttachments } from './use-attachments.ts'
import { useMessageSending } from './use-message-sending.ts'
import { useServiceWindow } from './use-service-window.ts'
import { useSignature } from './use-signature.ts'
import { useTypingSignal } from './use-typing-signal.ts'
import { useWriteAtOnce, type OpenedToWrite } from './use-write-at-once.ts'

/** Few channels have polls. */
const PollAction = lazy(() => withWords('tickets', import('./polls/PollAction.tsx')))

/** Without lines at the end that are a mark and nothing else: an item or a quote that was begun and left empty. */
const withoutEmptyEnd = (text: string): string =>
  text
    .trim()
    .replace(/(?:(?:^|\n)(?:[-*]|\d{1,3}\.|>) *)+$/, '')
    .trim()

/** From here on the counter is shown. Share of the channel's limit. */
const closeToLimit = 0.8

export interface ComposerProps {
  ticket: Ticket
  channel: Channel | undefined
  replyTo: Message | null
  /** The provider reports a closed window, contrary to our own calculation. */
  isRefused?: boolean
  writing?: OpenedToWrite | null
  onReplyTo(message: Message | null): void
  /** Takes the ticket into attendance, for tickets that cannot be written to as they are. */
  onStart(): void
}

/** Editor of a message. The text is a draft from its first letter on and outlives switching, failing and reloading. */
export function Composer({
  ticket,
  channel,
  replyTo,
  isRefused = false,
  writing = null,
  onReplyTo,
  onStart,
}: ComposerProps) {
  const { t } = useTranslation('attendance')
  const viewer = useViewer()
  const manifest = useManifest()
  const { drafts, outbox, live } = useWorkplace()
  const text = useSyncExternalStore(drafts.subscribe, () => drafts.of(ticket.id))
  const attached = useAttachments(ticket, channel)
  const { files, attach } = attached
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const field = useRef<ComposerField>(null)
  const picker = useRef<HTMLInputElement>(null)
  const signal = useTypingSignal(live, ticket.id)
  const outgoing = useSyncExternalStore(outbox.subscribe, () => outbox.of(ticket.id))
  const signature = useSignature(channel)
  const signatureId = useId()
  const letterHead = useLetterHead(ticket, channel)
  const note = useVoiceNote(ticket.id)
  const takesVoice = channel !== undefined && takesVoiceNotes(channel.capabilities)
  const [scheduling, setScheduling] = useState(false)

  const media = carriesFiles(channel)
  const drawsMarks = channel !== undefined && channel.capabilities.text.format !== 'plain'
  const isLetter = drawsMarks && channel.capabilities.letters
  const editor = useRichField(isLetter)
  const isRich = editor !== undefined
  const marksBar = useMarksBar(isRich)
  const closed = ticket.status !== 'open' && ticket.status !== 'group'
  const known = useServiceWindow(ticket)
  const window = useMemo(() => (isRefused ? { open: false, endsAt: known?.endsAt ?? null } : known), [isRefused, known])
  const isShut = window !== undefined && !window.open

  const setText = (next: string) => {
    drafts.set(ticket.id, { text: next })
    signal(next !== '')
  }
  const body = isRich ? withoutEmptyEnd(text) : text.trim()
  const { left, limit, sendable, schedule, ...sending } = useMessageSending({
    ticketId: ticket.id,
    channel,
    body,
    attached,
    letterHead,
    note,
    signature,
    replyTo,
    field,
    setText,
    signal,
    onReplyTo,
  })
  const binding = useComposer({
    mode: 'reply',
    text,
    onTextChange: setText,
    onAttach: attach,
    onSendParts: sending.sendParts,
    window,
    disabled: closed || isShut,
    field,
    anchor,
  })
  const { composer, fieldProps } = binding
  const actions = slotContributions(manifest, 'ticket.composer.actions', ticket.channel).map(
    ({ key, plugin, part }) => (
      <div key={key} className="small-slot">
        <PluginPanel
          plugin={plugin}
          panel={part.panel}
          slot="ticket.composer.actions"
          props={{ ticket, composer }}
          fallback={null}
        />
      </div>
    ),
  )

  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])
  const { bindings, labels } = useKeysInForce()
  const isTouch = useTouch()
  const sendBinding = isRich ? letterSendKeys(bindings) : bindings.get('send')
  const sendKeys = sendBinding && !isTouch ? keysText(sendBinding, labels) : undefined
  useWriteAtOnce(field, !closed && !isShut, writing)
  useShortcut('reply', () => field.current?.focus(), !closed && !isShut)

  const mark = ({ inserted, from, to, selected }: Marked) => {
    const area = field.current
    if (!area) return
    area.focus()
    area.setSelectionRange(from, to)
    composer.insertText(inserted)
    area.setSelectionRange(...selected)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    fieldProps.onKeyDown(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const scheduleKeys = bindings.get('schedule')
    if (sendBinding && hits(event.nativeEvent, sendBinding)) {
      event.preventDefault()
      ask()
    } else if (scheduleKeys && hits(event.nativeEvent, scheduleKeys)) {
      event.preventDefault()
      setScheduling(true)
    }
  }
  const markAround = (around: string) =>
    field.current && mark(toggledMark(text, field.current.selectionStart, field.current.selectionEnd, around))
  const markLines = (before: (index: number) => string) =>
    field.current && mark(toggledLines(text, field.current.selectionStart, field.current.selectionEnd, before))
  const { guarded, question } = useReplyGuard(ticket)
  const ask = () => {
    if (sendable) guarded(sending.send)
  }
  if (closed) return <ClosedConversation ticket={ticket} hasDraft={text !== ''} onStart={onStart} />
  if (isShut)
    return (
      <footer ref={setAnchor} className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pane:px-4">
        <WindowClosed outside={channel?.capabilities.serviceWindow?.outside ?? 'template-only'} hasDraft={text !== ''}>
          {actions}
        </WindowClosed>
      </footer>
    )
  const written = {
    field,
    text,
    label: t('composer.label', { name: ticket.name }),
    placeholder: t('composer.placeholder'),
    describedBy: signature.text === null ? undefined : signatureId,
    binding,
    onText: setText,
    onBlur: () => signal(false),
    onFiles: attach,
  }
  return (
    <footer className="shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] pane:px-4">
      {question}
      <OtherDraft ticketId={ticket.id} />
      <UndoBar outgoing={outgoing} onUndo={(message) => void sending.undo(message)} />
      <WindowCountdown window={window} outside={channel?.capabilities.serviceWindow?.outside} />
      <div
        ref={setAnchor}
        className={
          'mx-auto w-full max-w-4xl rounded-lg border border-line bg-raised transition-colors ' +
          'focus-within:border-accent'
        }
      >
        {replyTo && <QuotedMessage message={replyTo} onCancel={() => onReplyTo(null)} />}
        {takesVoice && (
          <VoiceBar
            note={note}
            onSend={() => guarded(() => void sending.sendVoice())}
            onAttach={() => {
              note.recorder.reset()
              picker.current?.click()
            }}
          />
        )}
        <LeftBehind ticketId={ticket.id} files={files} />
        {slotContributions(manifest, 'ticket.composer.above', ticket.channel).map(({ key, plugin, part }) => (
          <PluginPanel
            key={key}
            plugin={plugin}
            panel={part.panel}
            slot="ticket.composer.above"
            props={{ ticket, composer }}
            fallback={null}
          />
        ))}
        {letterHead && <LetterFields key={ticket.id} head={letterHead} />}
        <Attachments files={files} onMove={attached.move} onRemove={attached.remove} />
        {signature.text !== null && signature.place === 'above' && (
          <p id={signatureId} className="truncate px-3 pt-2 text-list text-ink-muted">
            {signature.text}:
          </p>
        )}
        {editor === 'loading' ? (
          <div className="min-h-20" aria-busy />
        ) : editor ? (
          <RichFieldAs
            {...written}
            as={editor}
            key={`text of ${ticket.id}`}
            hasBar={marksBar.isOpen}
            onKeyDown={onKeyDown}
          />
        ) : (
          <PlainField
            {...written}
            onKeyDown={(event) => {
              onKeyDown(event)
              if (event.defaultPrevented || event.nativeEvent.isComposing) return
              if (event.key === 'Escape') event.currentTarget.blur()
              const marked = drawsMarks
                ? markActs.find((act) => {
                    const keys = bindings.get(act)
                    return keys && hits(event.nativeEvent, keys)
                  })
                : undefined
              if (!marked) return
              event.preventDefault()
              markAround(marks[marked])
            }}
          />
        )}
        {signature.text !== null && signature.place === 'below' && (
          <p id={signatureId} className="truncate px-3 pb-1.5 text-list text-ink-muted">
            {signature.text}
          </p>
        )}
        {drawsMarks && !isRich && <MarksPreview text={text} />}
        {drawsMarks && !isRich && marksBar.isOpen && <MarksBar onMark={markAround} onLines={markLines} />}
        <div className="flex flex-wrap items-center gap-1 px-1.5 pb-1.5">
          {media && (
            <>
              <input
                ref={picker}
                type="file"
                multiple
                hidden
                onChange={(event) => {
                  attach([...(event.target.files ?? [])])
                  event.target.value = ''
                }}
              />
              <IconButton
                size="small"
                icon={<Paperclip size={17} />}
                label={t('composer.attach')}
                onClick={() => picker.current?.click()}
              />
            </>
          )}
          {takesVoice && (
            <IconButton
              size="small"
              icon={<Mic size={17} />}
              label={t(note.state.kind === 'recording' ? 'voice.stopLabel' : 'voice.record')}
              aria-pressed={note.state.kind === 'recording'}
              onClick={note.toggle}
            />
          )}
          <EmojiAction composer={composer} />
          {drawsMarks && (
            <IconButton
              size="small"
              icon={<Type size={17} />}
              label={t('marks.bar')}
              aria-pressed={marksBar.isOpen}
              onClick={marksBar.toggle}
            />
          )}
          <SignaturePopover signature={signature} />
          {channel && isSupported(channel.capabilities.polls) && (
            <Suspense fallback={null}>
              <PollAction composer={composer} />
            </Suspense>
          )}
          {actions}
          <span className="ml-auto flex items-center gap-2 pl-2">
            {left < limit * (1 - closeToLimit) && (
              <span role="status" className={`text-xs tabular-nums ${left < 0 ? 'text-danger' : 'text-ink-muted'}`}>
                {t('composer.left', { count: left })}
              </span>
            )}
            {sendKeys && (
              <span className="hidden text-xs text-ink-muted side:inline">
                {t('composer.hint', { keys: sendKeys.replace('↵', 'Enter') })}
              </span>
            )}
            <SchedulePopover
              open={scheduling}
              disabled={!sendable}
              busy={schedule.isPending}
              error={schedule.error}
              windowEndsAt={window?.endsAt ?? null}
              canDelete={isSupported(channel?.capabilities.deleteForAll.level ?? 'rejected')}
              onSchedule={(at) => sending.sendAt(at, () => setScheduling(false))}
              onOpenChange={(shown) => {
                setScheduling(shown)
                if (shown) schedule.reset()
              }}
            />
            <Button
              variant="primary"
              size="small"
              icon={<SendHorizontal size={15} />}
              disabled={!sendable}
              onClick={ask}
              aria-label={t('composer.sendAs', { name: viewer.name })}
            >
              <span className="max-[22.5rem]:hidden">{t('composer.send')}</span>
            </Button>
          </span>
        </div>
      </div>
    </footer>
  )
}
