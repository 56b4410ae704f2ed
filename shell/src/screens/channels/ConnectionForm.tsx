import { ApiError, Button, Checkbox, Dialog, Field, Input, SchemaForm, Select, Textarea } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Connection, type ConnectionCheck, farewellLength, nameLengths } from '../../base/contracts.ts'
import { slotContributions } from '../../base/federation/contributions.ts'
import { PluginPanel } from '../../base/federation/index.ts'
import { useManifest } from '../../data/workplace/workplace-context.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import type { ConnectionInput } from '../../data/channels/use-connections.ts'
import { CheckWords } from './CheckWords.tsx'
import { ConnectionGuide } from './ConnectionGuide.tsx'
import { PreviewBeside } from './PreviewBeside.tsx'
import { useSettingsTest } from './use-settings-test.ts'

export interface ConnectionFormProps {
  title: string
  type: ChannelType | undefined
  connection?: Connection
  submitLabel: string
  onTest(config: Record<string, unknown>): Promise<ConnectionCheck>
  onSubmit(input: ConnectionInput): Promise<unknown>
  onClose(): void
}

/**
 * Name, the settings of the channel's plugin, and then what Recado does with it; beside them how the channel will look,
 * where the plugin shows it. The settings are tested before they are kept; who will not wait for a provider keeps them
 * anyway. The name must be free; its holder is not revealed.
 */
export function ConnectionForm({
  title,
  type,
  connection,
  submitLabel,
  onTest,
  onSubmit,
  onClose,
}: ConnectionFormProps) {
  const { t } = useTranslation('settings')
  const [name, setName] = useState(connection?.name ?? type?.title ?? '')
  const queues = useQueues()
  const [queueId, setQueueId] = useState<string>(connection?.queueId ?? '')
  const [farewellMessage, setFarewell] = useState(connection?.farewellMessage ?? '')
  const [isDefault, setDefault] = useState(connection?.isDefault ?? false)
  const manifest = useManifest()
  const notes = slotContributions(manifest, 'connection.form', type?.info.type ?? null)
  const previews = slotContributions(manifest, 'connection.preview', type?.info.type ?? null)
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [problem, setProblem] = useState<string | undefined>()
  const { broken, isTesting, passes, keepAnyway } = useSettingsTest(onTest)
  /** Answers false when nothing was kept. */
  const submit = async (config: Record<string, unknown>): Promise<boolean> => {
    if (name.trim() === '') {
      setProblem(t('shell:login.required'))
      return false
    }
    if (!(await passes(config))) return false
    try {
      await onSubmit({
        name: name.trim(),
        config,
        queueId: queueId === '' ? null : queueId,
        farewellMessage: farewellMessage.trim(),
        isDefault,
      })
      onClose()
      return true
    } catch (error) {
      if (!ApiError.is(error) || error.code !== 'ERR_CONNECTION_NAME_EXISTS') throw error
      setProblem(t('errors:ERR_CONNECTION_NAME_EXISTS'))
      return false
    }
  }
  const below = (
    <>
      <Field label={t('channels.queue')} help={t('channels.queueHelp')}>
        <Select
          value={queueId}
          onValueChange={setQueueId}
          options={[
            { value: '', label: t('channels.noQueue') },
            ...queues
              .filter((queue) => queue.isActive || queue.id === queueId)
              .map((queue) => ({ value: queue.id, label: queue.queue })),
          ]}
        />
      </Field>
      <Field
        label={t('channels.farewell')}
        help={t('channels.farewellHelp', { variables: '{{name}} {{fullName}} {{agent}} {{protocol}}' })}
      >
        <Textarea
          value={farewellMessage}
          maxLength={farewellLength}
          onChange={(event) => setFarewell(event.target.value)}
        />
      </Field>
      <Checkbox checked={isDefault} onCheckedChange={setDefault} label={t('channels.makeDefault')} />
      <div role="status" className="text-list empty:hidden">
        {isTesting && t('channels.check.testing')}
        {type && broken && (
          <p className="flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-2.5">
            <CheckWords result={broken} type={type} name={name} />
          </p>
        )}
      </div>
    </>
  )
  const form = (
    <div className="flex flex-col gap-4">
      {type && <ConnectionGuide type={type} isNew={connection === undefined} />}
      <Field label={t('channels.name')} help={t('channels.nameHelp')} error={problem} required>
        <Input
          value={name}
          maxLength={nameLengths.channel}
          autoFocus
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
      </Field>
      {notes.map(({ key, plugin, part }) => (
        <PluginPanel
          key={key}
          plugin={plugin}
          panel={part.panel}
          slot="connection.form"
          props={{ type: type!.info.type, ...(connection && { connection }) }}
        />
      ))}
      {type && (
        <SchemaForm
          fields={type.info.form}
          presets={type.info.presets}
          values={connection?.config ?? {}}
          secretsSet={connection?.secretsSet ?? {}}
          namespace={type.namespace}
          prefix="config"
          onSubmit={submit}
          onChange={setValues}
          below={below}
          submitLabel={submitLabel}
          actions={
            broken && (
              <Button type="submit" variant="ghost" onClick={keepAnyway}>
                {t('channels.check.keepAnyway')}
              </Button>
            )
          }
        />
      )}
    </div>
  )
  return (
    <Dialog
      title={title}
      shape="sheet"
      {...(previews.length > 0 && { className: 'w-[min(60rem,100vw)]' })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {type && previews.length > 0 ? (
        <PreviewBeside previews={previews} type={type.info.type} connection={connection} values={values}>
          {form}
        </PreviewBeside>
      ) : (
        form
      )}
    </Dialog>
  )
}
