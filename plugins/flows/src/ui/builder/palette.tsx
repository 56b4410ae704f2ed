import { ChoicePopover, Icon, IconButton, useWords } from '@recado/sdk/ui'
import { blockGroups, blocks } from '../../graph/blocks.ts'
import type { BlockKind } from '../../graph/graph.ts'

const kinds = (Object.keys(blocks) as BlockKind[]).filter((kind) => kind !== 'start')
const groups = blockGroups.map((group) => ({ group, of: kinds.filter((kind) => blocks[kind].group === group) }))

/** Kinds of blocks to be added, by what they are for; on a telephone behind one button. */
export function Palette({ onAdd }: { onAdd(kind: BlockKind): void }) {
  const { t } = useWords()
  return (
    <>
      <div className="absolute right-3 bottom-3 z-[5] rounded-full bg-surface shadow-lg md:hidden">
        <ChoicePopover
          label={t('builder.add')}
          onChoose={(kind) => onAdd(kind as BlockKind)}
          choices={kinds.map((kind) => ({
            value: kind,
            label: t(`block.${kind}.title`),
            group: t(`group.${blocks[kind].group}`),
            icon: blocks[kind].icon,
            keywords: [t(`block.${kind}.help`)],
          }))}
          trigger={<IconButton icon={<Icon name="plus" size={20} />} label={t('builder.add')} />}
        />
      </div>
      <nav
        aria-label={t('builder.palette')}
        className="scroll-thin hidden w-44 shrink-0 overflow-y-auto border-r border-line bg-surface p-2 md:block"
      >
        {groups.map(({ group, of }) => (
          <section key={group} aria-label={t(`group.${group}`)} className="mb-3">
            <h2 className="px-1 pb-1 text-xs font-medium text-ink-muted">{t(`group.${group}`)}</h2>
            <ul>
              {of.map((kind) => (
                <li key={kind}>
                  <button
                    type="button"
                    title={t(`block.${kind}.help`)}
                    className="flex w-full items-center gap-2 rounded-md px-1.5 py-1 text-left text-list hover:bg-hover"
                    onClick={() => onAdd(kind)}
                  >
                    <Icon name={blocks[kind].icon} size={15} className="shrink-0 text-ink-muted" />
                    <span className="min-w-0 truncate">{t(`block.${kind}.title`)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  )
}
