import { Button, Dialog, usePermission, usePlugin, useViewer, useWords, type SlotMap } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

export default function Card({ ticket }: SlotMap['ticket.sidebar']) {
  const [count, setCount] = useState(0)
  const { t } = useWords()
  const plugin = usePlugin()
  const viewer = useViewer()
  const { pathname } = useLocation()
  const answer = useQuery({ queryKey: ['good'], queryFn: () => Promise.resolve('asked') })
  return (
    <div className="p-4 bg-accent-soft" data-testid="card">
      <p>
        {t('greeting', { name: viewer.name })} {plugin?.id} {ticket.protocol} {pathname} {answer.data}{' '}
        {usePermission('manage') ? 'may' : 'may not'}
      </p>
      <button onClick={() => setCount(count + 1)}>count {count}</button>
      <Dialog title="A dialog" trigger={<Button>open</Button>}>
        <p className="p-12" data-testid="inside">
          inside
        </p>
      </Dialog>
    </div>
  )
}
