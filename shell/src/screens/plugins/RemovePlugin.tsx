import { Checkbox, Field, FormDialog, Input, useErrorWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'
import { useRemoval } from './install/use-installation.ts'
import { usePluginText } from './PluginCard.tsx'

/** Says what goes and what stays; the plugin's id has to be typed, because it ends the plugin for all companies. */
export function RemovePlugin({ plugin, onClose }: { plugin: PluginInfo; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const wordsOf = useErrorWords()
  const { title } = usePluginText(plugin)
  const removal = useRemoval()
  const [typed, setTyped] = useState('')
  const [erase, setErase] = useState(false)
  const problem = removal.isError ? wordsOf(removal.error) : undefined
  return (
    <FormDialog
      title={t('settings:plugins.remove.title', { name: title })}
      description={t('settings:plugins.remove.detail')}
      submitLabel={t(erase ? 'settings:plugins.remove.confirmErase' : 'settings:plugins.remove.confirm')}
      submitVariant="danger"
      isReady={typed.trim() === plugin.id}
      busy={removal.isPending}
      problem={problem && [problem.text, problem.detail].filter(Boolean).join('. ')}
      onSubmit={() => removal.mutate({ id: plugin.id, name: title, erase }, { onSuccess: onClose })}
      onClose={() => removal.isPending || onClose()}
    >
      <Checkbox label={t('settings:plugins.remove.erase')} checked={erase} onCheckedChange={setErase} />
      <p className={erase ? 'text-danger' : 'text-ink-muted'}>
        {t(erase ? 'settings:plugins.remove.eraseDetail' : 'settings:plugins.remove.keepDetail')}
      </p>
      <Field label={t('settings:plugins.remove.type', { word: plugin.id })}>
        <Input
          value={typed}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
