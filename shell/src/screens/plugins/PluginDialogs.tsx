import { ConfirmDialog, Dialog, SchemaForm, Button, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Database, Globe, ListPlus, MessageCircle, ShieldCheck, UserPen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'
import { Facts, useAttributeText, usesKeys } from './facts.tsx'
import { usePluginText } from './PluginCard.tsx'

interface DialogProps {
  plugin: PluginInfo
  onClose(): void
}

/** Before a plugin is enabled, what it adds and where it connects to is on the table. */
export function EnablePlugin({ plugin, onEnable, onClose }: DialogProps & { onEnable(): Promise<unknown> }) {
  const { t } = useTranslation(['settings', plugin.namespace], { useSuspense: false })
  const textOf = useErrorText()
  const { title } = usePluginText(plugin)
  const attributeText = useAttributeText()
  const enabling = useMutation({ mutationFn: onEnable, onSuccess: onClose })
  return (
    <Dialog
      title={t('settings:plugins.enableTitle', { name: title })}
      description={t('settings:plugins.enableDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button variant="primary" busy={enabling.isPending} onClick={() => enabling.mutate()}>
            {t('settings:plugins.enable')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-list">
        {plugin.channels.length > 0 && (
          <Facts
            icon={<MessageCircle size={16} />}
            title={t('settings:plugins.channels')}
            facts={plugin.channels.map((text) => ({ text }))}
          />
        )}
        <Facts
          icon={<ShieldCheck size={16} />}
          title={t('settings:plugins.permissions')}
          facts={plugin.permissions.map((permission) => ({
            text:
              `${t(permission.titleKey, { ns: plugin.namespace, defaultValue: permission.name })} ` +
              `(${permission.roles.map((role) => t(`shell:frame.role.${role}`)).join(', ')})`,
          }))}
          none={t('settings:plugins.noPermissions')}
        />
        <Facts
          icon={<Globe size={16} />}
          title={t('settings:plugins.egress')}
          facts={plugin.egress.map((text) => ({ text }))}
          none={t('settings:plugins.noEgress')}
        />
        {plugin.acting.length > 0 && (
          <Facts
            icon={<UserPen size={16} />}
            title={t('settings:plugins.acting')}
            facts={plugin.acting.map((scope) => ({ text: t(`settings:plugins.actingOn.${scope}`) }))}
          />
        )}
        {plugin.uses.length > 0 && (
          <Facts
            icon={<Database size={16} />}
            title={t('settings:plugins.uses')}
            facts={plugin.uses.map((use) => ({ text: t(`settings:plugins.usesOf.${usesKeys[use]}`) }))}
          />
        )}
        {plugin.attributes.length > 0 && (
          <Facts
            icon={<ListPlus size={16} />}
            title={t('settings:plugins.attributes')}
            facts={plugin.attributes.map((attribute) => ({ text: attributeText(attribute) }))}
          />
        )}
        {enabling.isError && (
          <p role="alert" className="text-danger">
            {textOf(enabling.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

export function DisablePlugin({ plugin, onDisable, onClose }: DialogProps & { onDisable(): Promise<unknown> }) {
  const { t } = useTranslation('settings')
  const { title } = usePluginText(plugin)
  return (
    <ConfirmDialog
      title={t('plugins.disableTitle', { name: title })}
      description={t('plugins.disableDetail')}
      confirmLabel={t('plugins.disable')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      onConfirm={onDisable}
    />
  )
}

export function PluginSettings({
  plugin,
  onSave,
  onClose,
}: DialogProps & { onSave(settings: Record<string, unknown>): Promise<unknown> }) {
  const { t } = useTranslation('settings')
  const { title } = usePluginText(plugin)
  const save = async (settings: Record<string, unknown>) => {
    await onSave(settings)
    onClose()
  }
  return (
    <Dialog
      title={t('plugins.settingsOf', { name: title })}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <SchemaForm
        fields={plugin.form}
        values={plugin.values}
        secretsSet={plugin.secretsSet}
        namespace={plugin.namespace}
        prefix="settings"
        onSubmit={save}
      />
    </Dialog>
  )
}
