import { Button, Field, Input, toast, useApi, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/** Card below a number that waits to be linked: for who cannot scan, a code to be typed on the phone. */
export default function PairingCard({ connection }: SlotMap['connection.card']) {
  const [isOpen, setOpen] = useState(false)
  const { t } = useWords()
  if (connection.status !== 'qrcode') return null
  if (isOpen) return <ByNumber connectionId={connection.id} onAsked={() => setOpen(false)} />
  return (
    <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
      {t('pairing.open')}
    </Button>
  )
}

function ByNumber({ connectionId, onAsked }: { connectionId: string; onAsked(): void }) {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  const [number, setNumber] = useState('')
  const ask = useMutation({
    mutationFn: () => api.post(`pairing/${connectionId}`, { number }),
    onSuccess: () => {
      toast.success(t('pairing.asked'))
      onAsked()
    },
  })
  const isInvalid = (ask.error as { code?: string } | null)?.code === 'ERR_VALIDATION'
  return (
    <form
      className="flex max-w-md flex-col gap-3"
      aria-label={t('pairing.title')}
      onSubmit={(event) => {
        event.preventDefault()
        ask.mutate()
      }}
    >
      <Field
        label={t('pairing.number')}
        help={t('pairing.help')}
        {...(ask.error && { error: isInvalid ? t('pairing.invalid') : errorText(ask.error) })}
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          autoFocus
          value={number}
          onChange={(event) => {
            setNumber(event.target.value)
            ask.reset()
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={ask.isPending} disabled={number.trim() === ''}>
          {t('pairing.send')}
        </Button>
        <Button variant="ghost" onClick={onAsked}>
          {t('pairing.cancel')}
        </Button>
      </div>
    </form>
  )
}
