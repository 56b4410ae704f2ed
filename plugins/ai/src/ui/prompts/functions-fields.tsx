import type { AutomationBlock } from '@recado/sdk'
import { BlockChoice, Button, Field, Icon, IconButton, Input, useWords } from '@recado/sdk/ui'
import { mostFunctions, type PromptFunction } from '../../prompts/prompt.ts'

interface FunctionsFieldsProps {
  functions: readonly PromptFunction[]
  actions: readonly AutomationBlock[]
  onChange(functions: PromptFunction[]): void
}

const noAction = { plugin: 'ai', name: 'none', input: {} }

/** What the model may have done: actions of plugins, each under a name, some after the customer's yes. */
export function FunctionsFields({ functions, actions, onChange }: FunctionsFieldsProps) {
  const { t } = useWords()
  const set = (at: number, change: Partial<PromptFunction>): void =>
    onChange(functions.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <>
      <p className="text-list text-ink-muted">{t('functions.description')}</p>
      {functions.map((one, at) => (
        <fieldset key={at} className="flex flex-col gap-3 rounded-lg border border-line p-3">
          <legend className="px-1 text-xs text-ink-muted">{t('functions.number', { number: at + 1 })}</legend>
          <Field label={t('functions.name.label')} help={t('functions.name.help')} required>
            <Input
              value={one.name}
              maxLength={40}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => set(at, { name: target.value.toLowerCase().replace(/[^a-z0-9_]/g, '_') })}
            />
          </Field>
          <Field label={t('functions.when.label')} help={t('functions.when.help')} required>
            <Input
              value={one.description}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => set(at, { description: target.value })}
            />
          </Field>
          <BlockChoice
            call={one.action.name === noAction.name ? null : one.action}
            offered={actions}
            chooseLabel={t('functions.choose')}
            goneLabel={(name) => t('functions.gone', { name })}
            onChange={(action) => set(at, { action })}
          />
          <Field label={t('functions.confirm.label')} help={t('functions.confirm.help')}>
            <Input
              value={one.confirm}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => set(at, { confirm: target.value })}
            />
          </Field>
          <IconButton
            className="self-end"
            icon={<Icon name="trash-2" size={16} />}
            label={t('functions.remove', { number: at + 1 })}
            onClick={() => onChange(functions.filter((_one, index) => index !== at))}
          />
        </fieldset>
      ))}
      <Button
        className="self-start"
        disabled={functions.length >= mostFunctions}
        icon={<Icon name="plus" size={16} />}
        onClick={() => onChange([...functions, { name: '', description: '', action: noAction, confirm: '' }])}
      >
        {t('functions.add')}
      </Button>
    </>
  )
}
