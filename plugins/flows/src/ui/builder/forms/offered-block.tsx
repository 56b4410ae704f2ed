import type { AutomationBlock, BlockCall } from '@recado/sdk'
import { BlockForm, ChoicePopover, Button, Icon, startingValues, useWords } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

interface OfferedBlockProps {
  call: BlockCall | null
  offered: readonly AutomationBlock[]
  chooseLabel: string
  onChange(call: BlockCall): void
}

/** A condition or an action of any plugin: chosen from what is offered, and filled in by its own form. */
export function OfferedBlock({ call, offered, chooseLabel, onChange }: OfferedBlockProps) {
  const { t } = useWords()
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
            {chosen ? titleOf(chosen) : call ? t('form.goneBlock', { name: call.name }) : chooseLabel}
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
