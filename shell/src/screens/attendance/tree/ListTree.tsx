import { classNames } from '@recado/sdk/ui'
import { ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultFilter } from '../../../data/tickets/ticket-filter.ts'
import { useListFilter } from '../list/use-list-filter.ts'
import { useShowView } from '../views/use-open-view.ts'
import { isShown, treeGroups, type TreeEntry, type TreeGroup } from './tree-groups.ts'
import { useTreeEntries } from './use-tree-entries.ts'

const foldedKey = 'recado.tree.folded'
const keptFolded = (): readonly string[] => (localStorage.getItem(foldedKey) ?? '').split(' ')

/**
 * Views, queues, channels and tags, each of which the list can be narrowed to; the one that is shown is taken back by
 * choosing it again. Arrows go up and down, open and fold a group, Home and End go to the ends. Which groups are folded
 * is remembered.
 */
export function ListTree({ onChosen }: { onChosen?(): void }) {
  const { t } = useTranslation('attendance')
  const [filter, setFilter, viewId] = useListFilter()
  const showView = useShowView()
  const entries = useTreeEntries()
  const tree = useRef<HTMLUListElement>(null)
  const [folded, setFolded] = useState(keptFolded)
  const [focused, setFocused] = useState<string | null>(null)
  const groups = treeGroups.filter((group) => entries[group].length > 0)
  const shown = groups.flatMap((group) => [
    group,
    ...(folded.includes(group) ? [] : entries[group].map(({ key }) => key)),
  ])
  const entered = focused !== null && shown.includes(focused) ? focused : shown[0]

  const fold = (group: TreeGroup, isFolded: boolean) => {
    const next = isFolded ? [...new Set([...folded, group])] : folded.filter((one) => one !== group)
    localStorage.setItem(foldedKey, next.join(' ').trim())
    setFolded(next)
  }
  const choose = (entry: TreeEntry) => {
    if (isShown(entry, filter, viewId)) setFilter({ ...defaultFilter })
    else if (entry.viewId !== undefined) showView({ id: entry.viewId, filter: entry.filter })
    else setFilter(entry.filter)
    onChosen?.()
  }
  const goTo = (key: string | undefined) => {
    if (key === undefined) return
    setFocused(key)
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || entered === undefined) return
    const at = shown.indexOf(entered)
    const group = groups.find((one) => one === entered)
    const owner = groups.findLast((one) => shown.indexOf(one) < at)
    const isFolded = group !== undefined && folded.includes(group)
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => goTo(shown[at + 1]),
      ArrowUp: () => goTo(shown[at - 1]),
      Home: () => goTo(shown[0]),
      End: () => goTo(shown.at(-1)),
      ArrowRight: () => (isFolded ? fold(group, false) : group && goTo(shown[at + 1])),
      ArrowLeft: () => (group ? fold(group, true) : goTo(owner)),
      Enter: () => (event.target as HTMLElement).click(),
      ' ': () => (event.target as HTMLElement).click(),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const stopOf = (key: string): 0 | -1 => (key === entered ? 0 : -1)
  return (
    <ul ref={tree} role="tree" aria-label={t('tree.title')} className="flex flex-col gap-3">
      {groups.map((group) => {
        const isFolded = folded.includes(group)
        return (
          <li key={group} role="none">
            <div
              data-key={group}
              role="treeitem"
              tabIndex={stopOf(group)}
              onFocus={() => setFocused(group)}
              onKeyDown={onKeyDown}
              aria-expanded={!isFolded}
              aria-owns={isFolded ? undefined : `tree-${group}`}
              className={classNames(line, 'gap-1 text-xs font-medium text-ink-muted')}
              onClick={() => fold(group, !isFolded)}
            >
              <ChevronRight
                size={14}
                aria-hidden
                className={classNames('shrink-0 transition-transform', !isFolded && 'rotate-90')}
              />
              {t(`tree.group.${group}`)}
            </div>
            {!isFolded && (
              <ul id={`tree-${group}`} role="group">
                {entries[group].map((entry) => {
                  const isCurrent = isShown(entry, filter, viewId)
                  return (
                    <li
                      key={entry.key}
                      data-key={entry.key}
                      role="treeitem"
                      tabIndex={stopOf(entry.key)}
                      onFocus={() => setFocused(entry.key)}
                      onKeyDown={onKeyDown}
                      aria-selected={isCurrent}
                      title={entry.name}
                      className={classNames(
                        line,
                        'gap-2 pl-6 text-list',
                        isCurrent ? 'bg-selected font-medium text-accent-text' : 'text-ink hover:bg-hover',
                      )}
                      onClick={() => choose(entry)}
                    >
                      {entry.color !== undefined && (
                        <span
                          className="size-2 shrink-0 rounded-full"
                          style={{ background: entry.color }}
                          aria-hidden
                        />
                      )}
                      <span className="min-w-0 flex-1 truncate">{entry.name}</span>
                      {entry.count && entry.count.value > 0 && (
                        <span className="shrink-0 text-xs font-normal text-ink-muted tabular-nums">
                          <span aria-hidden>
                            {entry.count.value > entry.count.max ? `${entry.count.max}+` : entry.count.value}
                          </span>
                          <span className="sr-only">{t('list.count', { count: entry.count.value })}</span>
                        </span>
                      )}
                    </li>
                  )
                })}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const line =
  'flex min-h-8 cursor-default items-center rounded-md px-1.5 outline-offset-[-2px] select-none pointer-coarse:min-h-11'
