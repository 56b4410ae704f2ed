import {
  Badge,
  Button,
  DropdownMenu,
  Icon,
  IconButton,
  MenuItem,
  toast,
  useErrorText,
  useMediaQuery,
  useViewer,
  useWords,
} from '@recado/sdk/ui'
import { ReactFlowProvider } from '@xyflow/react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Flow } from '../../flows/flow.ts'
import { isFaulty, type Fault } from '../../graph/faults.ts'
import { downloadJson } from '../download.ts'
import { usePublishFlow } from '../use-flows.ts'
import { Canvas } from './canvas.tsx'
import { ClashDialog } from './clash-dialog.tsx'
import type { OpenClash } from './draft-saver.ts'
import { aligned, copied, pasted, roomBelow, withBlock, withComment, withGroup, without } from './edit.ts'
import { Editors } from './editors.tsx'
import { ExcessNotice } from './excess-notice.tsx'
import { FaultList } from './fault-list.tsx'
import { Help } from './help.tsx'
import { Inspector } from './inspector.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { laidOut, layoutNames } from './layouts.ts'
import { OfferedProvider } from './offered.tsx'
import { Outline, outlineSearchId } from './outline.tsx'
import { Palette, type Addition } from './palette.tsx'
import { Player } from './player.tsx'
import { RemarkInspector } from './remark-inspector.tsx'
import { SearchBar } from './search-bar.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { useDraft } from './use-draft.ts'
import { useEditors } from './use-editors.ts'
import { useFocus } from './use-focus.ts'
import { useSearch } from './use-search.ts'

/** What stands beside the canvas. */
type Side = 'block' | 'faults' | 'player' | undefined

/** A flow while it is made: canvas or list, the chosen block beside it, and everything that is done with the whole. */
export const Builder = ({ flow }: { flow: Flow }) => (
  <OfferedProvider>
    <OpenFlow flow={flow} />
  </OfferedProvider>
)

function OpenFlow({ flow }: { flow: Flow }) {
  const { t } = useWords()
  const router = useRouter()
  const textOf = useErrorText()
  const [page] = useState(() => crypto.randomUUID())
  const [version, setVersion] = useState(flow.version)
  const draft = useDraft(flow, page, setVersion)
  const publish = usePublishFlow()
  const whole = useRef<HTMLDivElement>(null)
  const focus = useFocus(whole)
  // A canvas is of no use on a telephone.
  const isNarrow = useMediaQuery('(width < 48rem)')
  const [view, setView] = useState<'canvas' | 'list'>()
  const [side, setSide] = useState<Side>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isHelping, setHelping] = useState(false)
  const [knowsRestored, setKnowsRestored] = useState(false)
  const { name: ownName } = useViewer()
  /** Key of the last clash that was put off, and whether all of them are asked for. */
  const [putOff, setPutOff] = useState<string>()
  const [isDeciding, setDeciding] = useState(false)
  const { graph, change } = draft
  const editors = useEditors(flow.id, page, chosen)
  const search = useSearch(graph)
  const [only] = chosen.size === 1 ? chosen : []
  const node = graph.nodes.find(({ id }) => id === only)
  const isRemark = only !== undefined && [...graph.comments, ...graph.groups].some(({ id }) => id === only)
  const isList = (view ?? (isNarrow ? 'list' : 'canvas')) === 'list'

  const choose = useCallback((ids: ReadonlySet<string>) => {
    // The canvas tells of a choice twice: by its nodes and by the press.
    setChosen((before) => (before.size === ids.size && [...ids].every((id) => before.has(id)) ? before : ids))
    if (ids.size === 1) setSide('block')
  }, [])
  /** Chooses something and leads to its fields. */
  const open = (id: string): void => {
    choose(new Set([id]))
    setSide('block')
    focus.openSide()
  }
  const toggle = (id: string): void =>
    choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]))
  const closeSide = (): void => {
    setSide(undefined)
    focus.toBlock(only)
  }
  const show = (next: Side): void => {
    if (side === next) closeSide()
    else {
      setSide(next)
      focus.openSide()
    }
  }
  const add = ({ kind, data }: Addition): void => {
    const last = graph.nodes.find(({ id }) => chosen.has(id)) ?? graph.nodes.at(-1)
    const made = withBlock(graph, kind, roomBelow(graph, last), data)
    change(made.graph)
    open(made.id)
  }
  const comment = (): void => {
    const made = withComment(graph, roomBelow(graph, node ?? graph.nodes.at(-1)))
    change(made.graph)
    open(made.id)
  }
  const group = (): void => {
    const made = withGroup(graph, chosen)
    if (!made) return
    change(made.graph)
    open(made.id)
  }
  const remove = (): void => {
    change(without(graph, chosen))
    setChosen(new Set())
    focus.toBlock(undefined)
  }
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(copied(graph, chosen))
    toast.success(t('builder.copied', { count: chosen.size }))
  }
  const paste = async (): Promise<void> => {
    const text = await navigator.clipboard.readText().catch(() => '')
    const made = pasted(graph, text)
    if (!made) {
      toast.error(t('builder.nothingToPaste'))
      return
    }
    change(made.graph)
    choose(new Set(made.ids))
  }
  const publishNow = async (): Promise<void> => {
    const revision = await draft.flush()
    if (revision === undefined) return
    publish.mutate(
      { id: flow.id, revision },
      {
        onSuccess: (published) => {
          setVersion(published.version)
          toast.success(t('builder.published', { number: published.version }))
        },
        onError: (error) => {
          setSide('faults')
          toast.error(textOf(error))
        },
      },
    )
  }
  const toFault = ({ nodeId, edgeId }: Fault): void => {
    const id = nodeId ?? graph.edges.find((edge) => edge.id === edgeId)?.from
    if (id !== undefined) open(id)
  }
  const keys = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement
    // What has opened over a field closes by itself.
    if (event.key === 'Escape' && !event.defaultPrevented && target.closest('[data-region="side"]')) {
      event.preventDefault()
      closeSide()
    }
    if (target.closest('input, textarea, select, [contenteditable]')) return
    const isCommand = event.ctrlKey || event.metaKey
    const acts: Readonly<Record<string, () => void>> = {
      z: event.shiftKey ? draft.redo : draft.undo,
      y: draft.redo,
      c: () => void copy(),
      v: () => void paste(),
      a: () => setChosen(new Set(graph.nodes.map(({ id }) => id))),
    }
    const act = isCommand ? acts[event.key.toLowerCase()] : undefined
    if (act) {
      event.preventDefault()
      act()
    } else if (event.key === 'Delete' && chosen.size > 0) remove()
  }
  // The browser's own help and search would open over these, wherever the focus is.
  const { open: openSearch } = search
  const { step } = focus
  useEffect(() => {
    const take = (event: globalThis.KeyboardEvent): void => {
      const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
      if (event.key !== 'F1' && event.key !== 'F6' && !isSearch) return
      event.preventDefault()
      if (event.key === 'F6') step(event.shiftKey ? -1 : 1)
      else if (!isSearch) setHelping(true)
      else if (isList) document.querySelector<HTMLInputElement>(`#${outlineSearchId}`)?.focus()
      else openSearch()
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [isList, openSearch, step])

  const isOwn = ({ of }: OpenClash): boolean => of === null || of === ownName
  const own = draft.clashes.filter(isOwn)
  // One's own are asked about at once; those of others when somebody asks for them.
  const [clash] = [...own, ...draft.clashes.filter((one) => !isOwn(one))]
  const isPutOff = clash !== undefined && !isDeciding && (own.length === 0 || own.at(-1)!.key === putOff)
  const errors = draft.faults.filter(({ severity }) => severity === 'error').length
  return (
    // Shortcuts of the builder, wherever the focus is in it; each has a button too.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={whole} className="flex h-full min-h-0 flex-col bg-canvas" onKeyDown={keys}>
      <header
        data-region="head"
        tabIndex={-1}
        className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-2"
      >
        <IconButton
          icon={<Icon name="arrow-left" size={16} />}
          label={t('builder.toList')}
          onClick={() => void router.navigate({ to: '/configuracoes/chat-flow' as never })}
        />
        <h1 className="min-w-0 truncate text-base font-semibold">{flow.name}</h1>
        <Badge tone={version === null ? 'warning' : 'neutral'}>
          {version === null ? t('list.neverPublished') : t('list.version', { number: version })}
        </Badge>
        <span role="status" className="text-xs text-ink-muted">
          {t(`builder.state.${draft.state}`)}
        </span>
        {isPutOff && (
          <Button size="small" onClick={() => setDeciding(true)}>
            {t('clash.more', { count: draft.clashes.length })}
          </Button>
        )}
        <Editors graph={graph} editors={editors} onChoose={choose} />
        <span className="flex-1" />
        {!isList && (
          <IconButton
            icon={<Icon name="search" size={16} />}
            label={t('builder.search')}
            aria-pressed={search.isOpen}
            onClick={() => (search.isOpen ? search.close() : search.open())}
          />
        )}
        <IconButton
          icon={<Icon name="undo-2" size={16} />}
          label={t('builder.undo')}
          aria-disabled={!draft.canUndo}
          onClick={draft.undo}
        />
        <IconButton
          icon={<Icon name="redo-2" size={16} />}
          label={t('builder.redo')}
          aria-disabled={!draft.canRedo}
          onClick={draft.redo}
        />
        <DropdownMenu trigger={<Button size="small">{t('builder.layout')}</Button>}>
          {layoutNames.map((name) => (
            <MenuItem key={name} onSelect={() => change(laidOut(graph, name))}>
              {t(`layout.${name}`)}
            </MenuItem>
          ))}
        </DropdownMenu>
        <DropdownMenu
          onCloseAutoFocus={focus.closeMenu}
          trigger={<IconButton icon={<Icon name="ellipsis" size={16} />} label={t('builder.more')} />}
        >
          <MenuItem onSelect={() => void copy()}>{t('builder.copy')}</MenuItem>
          <MenuItem onSelect={() => void paste()}>{t('builder.paste')}</MenuItem>
          <MenuItem onSelect={() => change(aligned(graph, chosen, 'x'))}>{t('builder.alignLeft')}</MenuItem>
          <MenuItem onSelect={() => change(aligned(graph, chosen, 'y'))}>{t('builder.alignTop')}</MenuItem>
          <MenuItem onSelect={group}>{t('builder.group')}</MenuItem>
          <MenuItem onSelect={comment}>{t('builder.comment')}</MenuItem>
          <MenuItem
            onSelect={() =>
              downloadJson(flow.name, {
                format: 'recado.flow',
                formatVersion: 1,
                name: flow.name,
                description: flow.description,
                graph,
              })
            }
          >
            {t('builder.download')}
          </MenuItem>
          <MenuItem onSelect={() => setHelping(true)}>{t('builder.help')}</MenuItem>
        </DropdownMenu>
        <IconButton
          icon={<Icon name="maximize" size={16} />}
          label={t('builder.fullscreen')}
          onClick={() =>
            void (document.fullscreenElement ? document.exitFullscreen() : whole.current?.requestFullscreen())
          }
        />
        <Button size="small" aria-pressed={isList} onClick={() => setView(isList ? 'canvas' : 'list')}>
          {t(isList ? 'builder.asCanvas' : 'builder.asList')}
        </Button>
        <Button size="small" aria-pressed={side === 'faults'} onClick={() => show('faults')}>
          {t('builder.faults', { count: errors })}
        </Button>
        <Button size="small" aria-pressed={side === 'player'} onClick={() => show('player')}>
          {t('builder.play')}
        </Button>
        <Button
          size="small"
          variant="primary"
          busy={publish.isPending}
          onClick={() => void publishNow()}
          aria-describedby={isFaulty(draft.faults) ? 'flow-faults' : undefined}
        >
          {t('builder.publish')}
        </Button>
      </header>
      {draft.excess && <ExcessNotice excess={draft.excess} />}
      {draft.isRestored && !knowsRestored && (
        <RestoredNotice onDiscard={draft.discard} onClose={() => setKnowsRestored(true)} />
      )}
      <LeaveQuestion isSafe={draft.keep} />
      <div className="relative flex min-h-0 flex-1">
        <Palette onAdd={add} />
        <main
          data-region="flow"
          tabIndex={-1}
          className="relative min-w-0 flex-1 focus-visible:-outline-offset-2"
          aria-label={t('builder.title')}
        >
          {search.isOpen && !isList && (
            <SearchBar
              text={search.text}
              at={search.at}
              count={search.count}
              onText={search.write}
              onStep={search.step}
              onOpen={() => {
                if (search.current !== undefined) open(search.current)
              }}
              onClose={search.close}
            />
          )}
          {isList ? (
            <Outline
              graph={graph}
              faults={draft.faults}
              chosen={chosen}
              editors={editors}
              onOpen={open}
              onToggle={toggle}
            />
          ) : (
            <ReactFlowProvider>
              <Canvas
                flowId={flow.id}
                graph={graph}
                faults={draft.faults}
                chosen={chosen}
                editors={editors}
                found={search.found}
                current={search.current}
                onChoose={choose}
                onOpen={open}
                onToggle={toggle}
                onChange={change}
              />
            </ReactFlowProvider>
          )}
        </main>
        {side !== undefined && (side !== 'block' || node || isRemark) && (
          <aside
            data-region="side"
            aria-label={t(`builder.side.${side}`)}
            className={
              'absolute inset-y-0 right-0 z-10 flex w-full max-w-sm flex-col border-l border-line bg-surface ' +
              'shadow-lg md:static md:w-96 md:shadow-none'
            }
          >
            {side === 'block' && node && (
              <Inspector
                key={node.id}
                graph={graph}
                node={node}
                faults={draft.faults.filter(({ nodeId }) => nodeId === node.id)}
                onChange={change}
                onOpen={open}
                onRemove={remove}
                onClose={closeSide}
              />
            )}
            {side === 'block' && isRemark && (
              <RemarkInspector
                key={only}
                graph={graph}
                id={only}
                onChange={change}
                onOpen={open}
                onRemove={remove}
                onClose={closeSide}
              />
            )}
            {side === 'faults' && (
              <FaultList graph={graph} faults={draft.faults} onChoose={toFault} onClose={closeSide} />
            )}
            {side === 'player' && (
              <Player
                graph={graph}
                onNode={(id) => setChosen(new Set([id]))}
                onPath={(ids) => setChosen(new Set(ids))}
                onClose={closeSide}
              />
            )}
          </aside>
        )}
      </div>
      {isHelping && <Help onClose={() => setHelping(false)} />}
      {clash && !isPutOff && (
        <ClashDialog
          graph={graph}
          clash={clash}
          isOwn={isOwn(clash)}
          more={draft.clashes.length - 1}
          onSettle={(choice) => draft.settle(clash, choice)}
          onLater={() => {
            setPutOff(own.at(-1)?.key)
            setDeciding(false)
          }}
        />
      )}
    </div>
  )
}
