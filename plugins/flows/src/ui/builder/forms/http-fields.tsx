import { useWords } from '@recado/sdk/ui'
import { httpMethods } from '../../../graph/graph.ts'
import { maxHeaders, maxMappings } from '../../../graph/limits.ts'
import type { FieldsOf } from './fields-of.ts'
import { ChoiceField, LineField, ListField, TextField } from './fields.tsx'

/** A request to an address, and what is taken from its answer. */
export function HttpFields({ data, onChange }: FieldsOf<'http'>) {
  const { t } = useWords()
  const set = (change: Partial<typeof data>): void => onChange({ ...data, ...change })
  return (
    <>
      <ChoiceField
        label={t('form.method')}
        value={data.method}
        options={httpMethods}
        words="method"
        onChange={(method) => set({ method })}
      />
      <LineField
        label={t('form.url')}
        help={t('form.urlHelp')}
        max={2_000}
        value={data.url}
        onChange={(url) => set({ url })}
      />
      <ListField
        title={t('form.headers')}
        items={data.headers}
        max={maxHeaders}
        addLabel={t('form.addHeader')}
        keyOf={(_header, at) => String(at)}
        create={() => ({ name: '', value: '' })}
        onChange={(headers) => set({ headers })}
      >
        {(header, change) => (
          <>
            <LineField
              label={t('field.name')}
              max={100}
              value={header.name}
              onChange={(name) => change({ ...header, name })}
            />
            <LineField
              label={t('form.value')}
              max={2_000}
              value={header.value}
              onChange={(value) => change({ ...header, value })}
            />
          </>
        )}
      </ListField>
      {data.method !== 'GET' && (
        <TextField label={t('form.body')} max={20_000} value={data.body} onChange={(body) => set({ body })} />
      )}
      <ListField
        title={t('form.mapping')}
        items={data.mapping}
        max={maxMappings}
        addLabel={t('form.addMapping')}
        keyOf={(_mapping, at) => String(at)}
        create={() => ({ path: '', variable: '' })}
        onChange={(mapping) => set({ mapping })}
      >
        {(mapping, change) => (
          <>
            <LineField
              label={t('form.path')}
              help={t('form.pathHelp')}
              value={mapping.path}
              onChange={(path) => change({ ...mapping, path })}
            />
            <LineField
              label={t('form.variable')}
              max={40}
              value={mapping.variable}
              onChange={(variable) => change({ ...mapping, variable })}
            />
          </>
        )}
      </ListField>
      <LineField
        label={t('form.statusVariable')}
        max={40}
        value={data.statusVariable}
        onChange={(statusVariable) => set({ statusVariable })}
      />
    </>
  )
}
