import { ChoicePopover, Icon, IconButton, Input, startingValues, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { blockGroups, blocks } from '../../graph/blocks.ts'
import type { BlockKind } from '../../graph/graph.ts'
import { folded } from './folded.ts'
import { useOffered, type OfferedBlock } from './offered.tsx'

/** A block to be added: its kind, and what is filled in already. */
export interface Addition {
  readonly kind: BlockKind
  readonly data?: object
}
interface Entry extends Addition {
  readonly key: string
  readonly title: string
  readonly help: string
  readonly icon: string
  readonly group: string
}

/** Those that plugins contribute stand for themselves, each as a block of these kinds. */
const ownKinds = (Object.keys(blocks) as BlockKind[]).filter((kind) => kind !== 'start' && kind !== 'action')

function filledBy({ part, block: { plugin, name, fields } }: OfferedBlock): Addition {
  const call = { plugin, name, input: startingValues(fields, {}) }
  return part === 'actions'
    ? { kind: 'action', data: { action: call } }
    : { kind: 'condition', data: { conditions: [call] } }
}

/** All blocks that there are, by group: those of flows, then the actions and conditions of each plugin. */
function useEntries(): readonly Entry[] {
  const { t } = useWords()
  const { all } = useOffered()
  const own = blockGroups.flatMap((group) =>
    ownKinds
      .filter((kind) => blocks[kind].group === group)
      .map((kind): Entry => ({
        key: kind,
        kind,
        title: t(`block.${kind}.title`),
        help: t(`block.${kind}.help`),
        icon: blocks[kind].icon,
        group: t(`group.${group}`),
      })),
  )
  const offered = all.map((one): Entry => ({
    ...filledBy(one),
    key: `${one.part} ${one.block.plugin} ${one.block.name}`,
    title: one.part === 'actions' ? one.title : t('builder.if', { title: one.title }),
    help: one.help,
    icon: one.block.icon ?? 'puzzle',
    group: t(`group.${one.part}`, { plugin: one.plugin }),
  }))
  return [...own, ...offered]
}

/** Blocks to be added, by what they are for, with a search; on a telephone behind one button. */
export function Palette({ onAdd }: { onAdd(block: Addition): void }) {
  const { t } = useWords()
  const entries = useEntries()
  const [search, setSearch] = useState('')
  const words = folded(search).split(/\s+/)
  const found = entries.filter(({ title, help, group }) => {
    const text = folded(`${title} ${help} ${group}`)
    return words.every((word) => text.includes(word))
  })
  const add = ({ kind, data }: Entry): void => onAdd({ kind, ...(data && { data }) })
  return (
    <>
      <div className="absolute right-3 bottom-3 z-[5] rounded-full bg-surface shadow-lg md:hidden">
        <ChoicePopover
          label={t('builder.add')}
          onChoose={(key) => {
            const entry = entries.find((one) => one.key === key)
            if (entry) add(entry)
          }}
          choices={entries.map(({ key, title, help, icon, group }) => ({
            value: key,
            label: title,
            group,
            icon,
            keywords: [help],
          }))}
          trigger={<IconButton icon={<Icon name="plus" size={20} />} label={t('builder.add')} />}
        />
      </div>
      <nav
        aria-label={t('builder.palette')}
        data-region="palette"
        className="hidden w-52 shrink-0 flex-col border-r border-line bg-surface md:flex"
      >
        <div className="p-2">
          <Input
            type="search"
            aria-label={t('builder.searchBlocks')}
            placeholder={t('builder.searchBlocks')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          {found.length === 0 && <p className="px-1 text-list text-ink-muted">{t('builder.noBlocks')}</p>}
          {[...Map.groupBy(found, ({ group }) => group)].map(([group, of]) => (
            <section key={group} aria-label={group} className="mb-3">
              <h2 className="px-1 pb-1 text-xs font-medium text-ink-muted">{group}</h2>
              <ul>
                {of.map((entry) => (
                  <li key={entry.key}>
                    <button
                      type="button"
                      title={entry.help || entry.title}
                      className={
                        'flex w-full items-center gap-2 rounded-md px-1.5 py-1 text-left text-list hover:bg-hover'
                      }
                      onClick={() => add(entry)}
                    >
                      <Icon name={entry.icon} size={15} className="shrink-0 text-ink-muted" />
                      <span className="min-w-0 break-words">{entry.title}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
    </>
  )
}
