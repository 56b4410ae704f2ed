import { Button, Checkbox, Dialog, Field, Input, useErrorWords } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'
import { useRemoval } from './install/use-installation.ts'
import { usePluginText } from './PluginCard.tsx'

/** Says what goes and what stays; the plugin's id has to be typed, because it ends the plugin for all companies. */
export function RemovePlugin({ plugin, onClose }: { plugin: PluginInfo; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const form = useId()
  const wordsOf = useErrorWords()
  const { title } = usePluginText(plugin)
  const removal = useRemoval()
  const [typed, setTyped] = useState('')
  const [erase, setErase] = useState(false)
  const confirmed = typed.trim() === plugin.id
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (confirmed) removal.mutate({ id: plugin.id, name: title, erase }, { onSuccess: onClose })
  }
  const problem = removal.isError ? wordsOf(removal.error) : undefined
  return (
    <Dialog
      title={t('settings:plugins.remove.title', { name: title })}
      description={t('settings:plugins.remove.detail')}
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose()
      }}
      footer={
        <>
          <Button disabled={removal.isPending} onClick={onClose}>
            {t('shell:action.cancel')}
          </Button>
          <Button type="submit" form={form} variant="danger" busy={removal.isPending} disabled={!confirmed}>
            {t(erase ? 'settings:plugins.remove.confirmErase' : 'settings:plugins.remove.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-3 text-list" onSubmit={submit}>
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
        {problem && (
          <div role="alert" className="text-danger">
            <p className="font-medium">{problem.text}</p>
            {problem.detail && <p>{problem.detail}</p>}
          </div>
        )}
      </form>
    </Dialog>
  )
}
