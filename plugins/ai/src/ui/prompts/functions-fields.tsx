import type { AutomationBlock } from '@recado/sdk'
import { BlockChoice, Button, Field, Icon, IconButton, Input, Select, useWords } from '@recado/sdk/ui'
import { hostOf, type HttpCall, type PromptFunction } from '../../prompts/prompt-function.ts'
import { mostFunctions, type PromptDraft } from '../../prompts/prompt.ts'
import { CallFields } from './call-fields.tsx'
import { ParameterFields } from './parameter-fields.tsx'

interface FunctionsFieldsProps {
  functions: readonly PromptFunction[]
  actions: readonly AutomationBlock[]
  keys: PromptDraft['functionKeys']
  /** Calls whose key is there, by function and host. */
  keptKeys: readonly string[]
  onChange(change: Pick<PromptDraft, 'functions'>): void
  onKeys(keys: NonNullable<PromptDraft['functionKeys']>): void
}

const noAction = { plugin: 'ai', name: 'none', input: {} }
const noCall: HttpCall = { method: 'GET', url: '', header: 'Authorization' }
const newFunction: PromptFunction = {
  name: '',
  description: '',
  parameters: [],
  action: noAction,
  http: null,
  confirm: '',
}

/** What the model may have done: actions and calls with their parameters, some after the customer's yes. */
export function FunctionsFields({ functions, actions, keys = {}, keptKeys, onChange, onKeys }: FunctionsFieldsProps) {
  const { t } = useWords()
  const set = (at: number, change: Partial<PromptFunction>): void =>
    onChange({ functions: functions.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  const setKey = (name: string, key: string | null | undefined): void => {
    const { [name]: _before, ...others } = keys
    onKeys(key === undefined ? others : { ...others, [name]: key })
  }
  const actionOf = ({ action }: PromptFunction) => {
    const block = actions.find(({ plugin, name }) => plugin === action?.plugin && name === action.name)
    return action
      ? { fields: block?.fields ?? [], namespace: block?.namespace ?? '', words: block?.words ?? '' }
      : undefined
  }
  return (
    <>
      <p className="text-list text-ink-muted">{t('functions.description')}</p>
      {functions.map((one, at) => (
        <fieldset key={at} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
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
          <Field label={t('functions.does.label')}>
            <Select
              value={one.http ? 'call' : 'action'}
              options={['action', 'call'].map((value) => ({ value, label: t(`functions.does.${value}`) }))}
              onValueChange={(does) =>
                set(at, does === 'call' ? { action: null, http: noCall } : { action: noAction, http: null })
              }
            />
          </Field>
          {one.http ? (
            <CallFields
              http={one.http}
              apiKey={keys[one.name]}
              isKept={keptKeys.includes(`${one.name} ${hostOf(one.http.url) ?? ''}`)}
              onChange={(http) => set(at, { http })}
              onKey={(key) => setKey(one.name, key)}
            />
          ) : (
            <BlockChoice
              call={one.action?.name === noAction.name ? null : one.action}
              offered={actions}
              chooseLabel={t('functions.choose')}
              goneLabel={(name) => t('functions.gone', { name })}
              onChange={(action) => set(at, { action })}
            />
          )}
          <ParameterFields
            parameters={one.parameters}
            action={actionOf(one)}
            onChange={(parameters) => set(at, { parameters })}
          />
          <Field
            label={t('functions.confirm.label')}
            help={t('functions.confirm.help')}
            required={one.http !== null && one.http.method !== 'GET'}
          >
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
            onClick={() => onChange({ functions: functions.filter((_one, index) => index !== at) })}
          />
        </fieldset>
      ))}
      <Button
        className="self-start"
        disabled={functions.length >= mostFunctions}
        icon={<Icon name="plus" size={16} />}
        onClick={() => onChange({ functions: [...functions, newFunction] })}
      >
        {t('functions.add')}
      </Button>
    </>
  )
}
