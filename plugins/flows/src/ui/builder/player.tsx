import { Button, Field, Icon, Input, Select, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Ask, BotPart, Effect, RunState, SentMenu } from '../../engine/state.ts'
import type { FlowPart, Graph } from '../../graph/graph.ts'
import { useBlockWords } from './block-words.ts'
import { SideHead } from './side-head.tsx'
import { usePastConversations, useReadPast, type PastConversation } from './use-past.ts'

interface PlayedTurn {
  readonly messageId: string | null
  readonly state: RunState
  readonly effects: readonly Effect[]
}
interface Written {
  readonly id: string
  readonly at: number
  readonly said: { readonly text: string; readonly choice: string | null }
}

interface PlayerProps {
  graph: Graph
  onNode(id: string): void
  /** The blocks that a whole conversation went through, in no order. */
  onPath(ids: readonly string[]): void
  onClose(): void
}

/** A phone that plays a customer against the draft: conditions do not hold, it is open, and nothing is really done. */
export function Player({ graph, onNode, onPath, onClose }: PlayerProps) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const [written, setWritten] = useState<readonly Written[]>([])
  const [turns, setTurns] = useState<readonly PlayedTurn[]>([])
  const [failure, setFailure] = useState<unknown>()
  const [text, setText] = useState('')
  const [past, setPast] = useState<PastConversation>()
  const [isReading, setReading] = useState(false)
  const conversations = usePastConversations().data ?? []
  const readPast = useReadPast()
  const { titleOf } = useBlockWords()
  const path = pathOf(turns)
  const thread = useRef<HTMLDivElement>(null)
  const isOver = turns.at(-1)?.state.phase === 'over'
  useEffect(() => {
    thread.current?.scrollTo({ top: thread.current.scrollHeight })
  }, [turns])
  const play = async (messages: readonly Written[], facts: Readonly<Record<string, string>>): Promise<PlayedTurn[]> => {
    setWritten(messages)
    const played = await api.post<{ turns: PlayedTurn[] }>('replays', { graph, messages, facts })
    setTurns(played.turns)
    setFailure(undefined)
    return played.turns
  }
  const say = async (said: Written['said']): Promise<void> => {
    setText('')
    try {
      const played = await play([...written, { id: crypto.randomUUID(), at: Date.now(), said }], factsOf(past))
      const node = played.at(-1)?.state.node
      if (node) onNode(node)
    } catch (error) {
      setFailure(error)
    }
  }
  const replay = async (conversation: PastConversation): Promise<void> => {
    begin()
    setPast(conversation)
    setReading(true)
    try {
      const messages = await readPast(conversation)
      const played = messages.length === 0 ? [] : await play(messages, factsOf(conversation))
      onPath(pathOf(played))
    } catch (error) {
      setFailure(error)
    } finally {
      setReading(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') void say({ text: text.trim(), choice: null })
  }
  const begin = (): void => {
    setPast(undefined)
    setWritten([])
    setTurns([])
    setFailure(undefined)
  }
  return (
    <>
      <SideHead title={t('builder.side.player')} onClose={onClose}>
        <Button size="small" onClick={begin}>
          {t('player.again')}
        </Button>
      </SideHead>
      {conversations.length > 0 && (
        <div className="border-b border-line p-2">
          <Field label={t('player.past')} help={t('player.pastHelp')}>
            <Select
              value={past?.ticketId ?? ''}
              options={[
                { value: '', label: '–' },
                ...conversations.map(({ ticketId, name, protocol }) => ({
                  value: ticketId,
                  label: `${name} · ${protocol}`,
                })),
              ]}
              onValueChange={(id) => {
                const chosen = conversations.find(({ ticketId }) => ticketId === id)
                if (chosen) void replay(chosen)
                else begin()
              }}
            />
          </Field>
        </div>
      )}
      <div
        ref={thread}
        role="log"
        aria-label={t('player.log')}
        className="scroll-thin flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto bg-canvas p-3"
      >
        {written.length === 0 && (
          <p className="text-list text-ink-muted">
            {t(past && !isReading && failure === undefined ? 'player.noWords' : 'player.hint')}
          </p>
        )}
        {written.map((one) => (
          <div key={one.id} className="flex flex-col gap-2">
            <p className="ml-auto max-w-[85%] rounded-lg bg-accent-soft px-3 py-2 text-list break-words">
              {one.said.text}
            </p>
            {turnsOf(one.id).flatMap((turn, index) =>
              turn.effects.map((effect, at) => (
                // Effects have no ids, and stay as they are.
                // eslint-disable-next-line react/no-array-index-key
                <Said key={`${index} ${at}`} effect={effect} onChoose={(said) => void say(said)} />
              )),
            )}
          </div>
        ))}
        {failure !== undefined && (
          <p role="alert" className="text-list text-danger">
            {textOf(failure)}
          </p>
        )}
        {isOver && <p className="text-center text-xs text-ink-muted">{t('player.over')}</p>}
        {past && written.length > 0 && path.length > 0 && (
          <nav aria-label={t('player.path')} className="border-t border-line pt-2">
            <h3 className="text-xs font-semibold text-ink-muted">{t('player.path')}</h3>
            <ol className="flex flex-wrap gap-1 pt-1">
              {path.map((id) => {
                const node = graph.nodes.find((each) => each.id === id)
                return (
                  <li key={id}>
                    <Button size="small" onClick={() => onNode(id)}>
                      {node ? titleOf(node) : id}
                    </Button>
                  </li>
                )
              })}
            </ol>
          </nav>
        )}
      </div>
      <form className="flex items-center gap-2 border-t border-line p-2" onSubmit={submit}>
        <Input
          aria-label={t('player.write')}
          placeholder={t('player.write')}
          value={text}
          disabled={isOver || past !== undefined}
          autoComplete="off"
          maxLength={1_000}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" icon={<Icon name="send" size={15} />} disabled={isOver || past !== undefined}>
          {t('player.send')}
        </Button>
      </form>
    </>
  )

  /** What followed a message: its own turn and those that answered by themselves after it. */
  function turnsOf(id: string): readonly PlayedTurn[] {
    const from = turns.findIndex((turn) => turn.messageId === id)
    if (from < 0) return []
    const until = turns.findIndex((turn, at) => at > from && turn.messageId !== null)
    return turns.slice(from, until < 0 ? undefined : until)
  }
}

/** Facts of who is played: of the past conversation, or of somebody. */
const factsOf = (past: PastConversation | undefined): Record<string, string> =>
  past ? { name: past.name.split(/\s+/)[0]!, fullName: past.name, protocol: past.protocol } : { name: 'Ana' }

/** Blocks that a played conversation went into, each once, in the order of its first time. */
const pathOf = (turns: readonly PlayedTurn[]): string[] => [
  ...new Set(
    turns.flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'took' ? [effect.nodeId] : []))),
  ),
]

function Said({ effect, onChoose }: { effect: Effect; onChoose(said: Written['said']): void }) {
  const { t } = useWords()
  if (effect.kind === 'send')
    return effect.parts.map((part, at) => (
      // Parts have no ids.
      // eslint-disable-next-line react/no-array-index-key
      <Bubble key={at} part={part} onChoose={onChoose} />
    ))
  if (effect.kind === 'ask' && effect.ask.kind === 'template')
    return <Bubble part={{ kind: 'text', text: readAs(effect.ask) }} onChoose={onChoose} />
  if (effect.kind === 'ask')
    return <p className="text-center text-xs text-ink-muted">{t(`player.ask.${effect.ask.kind}`)}</p>
  if (effect.kind === 'end' && effect.outcome.kind !== 'keep')
    return <p className="text-center text-xs text-ink-muted">{t(`player.end.${effect.outcome.kind}`)}</p>
  return null
}

function Bubble({ part, onChoose }: { part: FlowPart | SentMenu | BotPart; onChoose(said: Written['said']): void }) {
  const { t } = useWords()
  const words = wordsOf(part, t)
  const options = optionsOf(part)
  return (
    <div
      className={
        'mr-auto max-w-[85%] rounded-lg border border-line bg-surface px-3 py-2 text-list break-words ' +
        'whitespace-pre-wrap'
      }
    >
      {words}
      {options.length > 0 && (
        <div className="mt-2 flex flex-col gap-1">
          {options.map(({ id, label }) => (
            <Button key={id} size="small" onClick={() => onChoose({ text: label, choice: id })}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function wordsOf(part: FlowPart | SentMenu | BotPart, t: (key: string) => string): string {
  if ('text' in part) return part.text
  if (part.kind === 'botFile') return part.url
  if (part.kind === 'poll') return [part.question, ...part.options.map((option) => `○ ${option}`)].join('\n')
  return part.name || t(`part.${part.kind}`)
}

/** A template as its contact reads it. */
const readAs = ({ text, values }: Extract<Ask, { kind: 'template' }>): string =>
  text.replace(/\{\{([^{}]+)\}\}/g, (whole, key: string) => (Object.hasOwn(values, key) ? values[key]! : whole))

function optionsOf(part: FlowPart | SentMenu | BotPart): readonly { readonly id: string; readonly label: string }[] {
  if (part.kind === 'menu') return part.options
  return part.kind === 'botOptions' ? part.question.options.map(({ id, title }) => ({ id, label: title })) : []
}
