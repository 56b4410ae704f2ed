import type { AutomationBlock, BlockCall } from '@recado/contracts'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { ChoicePopover } from '../kit/choice-popover.tsx'
import { Icon } from '../kit/icon.tsx'
import { BlockForm } from './block-form.tsx'
import { startingValues } from './field-rules.ts'

/** A {@link BlockChoice}: what is chosen, from what, and its words. */
export interface BlockChoiceProps {
  call: BlockCall | null
  offered: readonly AutomationBlock[]
  chooseLabel: string
  /** Of a block that is not offered any more, by its name. */
  goneLabel(name: string): string
  onChange(call: BlockCall): void
}

/** A condition or an action of any plugin: chosen from what is offered, and filled in by its own form. */
export function BlockChoice({ call, offered, chooseLabel, goneLabel, onChange }: BlockChoiceProps) {
  const namespaces = [...new Set(offered.map(({ namespace }) => namespace))]
  const { t: word, i18n, ready } = useTranslation(namespaces, { useSuspense: false })
  const titleOf = ({ namespace, words, name }: AutomationBlock): string =>
    word(`${words}.title`, { ns: namespace, defaultValue: name })
  const chosen = call && offered.find(({ plugin, name }) => plugin === call.plugin && name === call.name)
  if (!ready && namespaces.length > 0) return null
  return (
    <>
      <ChoicePopover
        label={chooseLabel}
        onChoose={(value) => {
          const block = offered.find(({ plugin, name }) => `${plugin}/${name}` === value)
          if (block) onChange({ plugin: block.plugin, name: block.name, input: startingValues(block.fields, {}) })
        }}
        choices={offered.map((block) => ({
          value: `${block.plugin}/${block.name}`,
          label: titleOf(block),
          group: block.pluginTitle[i18n.language] ?? block.pluginTitle['en'] ?? block.plugin,
          icon: block.icon ?? 'puzzle',
        }))}
        trigger={
          <Button size="small" className="self-start" icon={<Icon name={chosen?.icon ?? 'puzzle'} size={14} />}>
            {chosen ? titleOf(chosen) : call ? goneLabel(call.name) : chooseLabel}
          </Button>
        }
      />
      {call && chosen && chosen.fields.length > 0 && (
        <BlockForm
          fields={chosen.fields}
          namespace={chosen.namespace}
          prefix={`${chosen.words}.fields`}
          values={call.input}
          issues={{}}
          onChange={(input) => onChange({ ...call, input })}
        />
      )}
    </>
  )
}
