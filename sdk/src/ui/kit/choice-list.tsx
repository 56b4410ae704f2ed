import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { choiceScore } from './choice-score.ts'
import type { Choice, ChoicePopoverProps } from './choice.ts'
import { Icon } from './icon.tsx'
import { useKitWords } from './words.ts'

/** The offered choices, under their headings; the focus stays in the search. */
export default function ChoiceList({
  label,
  choices,
  chosen = [],
  onChoose,
}: Pick<ChoicePopoverProps, 'label' | 'choices' | 'chosen' | 'onChoose'>) {
  const t = useKitWords()
  const groups = Map.groupBy(choices, ({ group }) => group)
  const items = (some: readonly Choice[]) =>
    some.map(({ value, label: text, icon, color, keywords = [] }) => (
      <Command.Item
        key={value}
        value={value}
        keywords={[text, ...keywords]}
        className="k-choice"
        onSelect={() => onChoose(value)}
      >
        {color !== undefined && <span className="k-dot-mark" style={{ background: color }} aria-hidden />}
        {icon !== undefined && (
          <span className="k-menu-icon">
            <Icon name={icon} size={15} />
          </span>
        )}
        <span className="k-menu-text">{text}</span>
        {chosen.includes(value) && <Check size={14} role="img" aria-label={t('chosen')} />}
      </Command.Item>
    ))
  return (
    <Command
      label={label}
      loop
      vimBindings={false}
      filter={(_value, typed, keywords = []) => choiceScore(keywords, typed)}
    >
      <Command.Input autoFocus className="k-choices-search" placeholder={t('search')} maxLength={100} />
      <Command.List label={label} className="k-choices-list">
        <Command.Empty className="k-suggestions-empty">{t('nothingFound')}</Command.Empty>
        {[...groups].map(([group, some]) =>
          group === undefined ? (
            items(some)
          ) : (
            <Command.Group key={group} heading={<span className="k-menu-label">{group}</span>}>
              {items(some)}
            </Command.Group>
          ),
        )}
      </Command.List>
    </Command>
  )
}
