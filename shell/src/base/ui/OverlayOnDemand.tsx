import { toast } from '@recado/sdk/ui'
import { cloneElement, useState, type KeyboardEvent, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { withinChunkTime } from './lazy-screen.ts'

/** What an overlay of the kit is opened and closed by. */
export interface OverlayState {
  readonly trigger: ReactElement
  readonly open: boolean
  onOpenChange(open: boolean): void
}

interface TriggerProps {
  'aria-haspopup'?: 'menu' | 'dialog'
  'aria-expanded'?: boolean
  onPointerEnter?(): void
  onFocus?(): void
  onClick?(): void
  onKeyDown?(event: KeyboardEvent): void
}

/**
 * A button of the frame whose overlay is code of its own: fetched when the button is pointed at or focused, and opened
 * once it is there. The button is the overlay's from then on. Code that cannot be fetched is told of, and the button
 * stays.
 */
export function OverlayOnDemand<Module>({
  trigger,
  popup,
  load,
  children,
}: {
  trigger: ReactElement<TriggerProps>
  popup: 'menu' | 'dialog'
  load: () => Promise<Module>
  children: (module: Module, state: OverlayState) => ReactElement
}) {
  const { t } = useTranslation()
  const [module, setModule] = useState<{ readonly loaded: Module }>()
  const [open, setOpen] = useState(false)
  if (module) return children(module.loaded, { trigger, open, onOpenChange: setOpen })
  // A failure ahead of time is told of when somebody presses.
  const prepare = () => void load().catch(() => undefined)
  const show = () =>
    void withinChunkTime(load()).then(
      (loaded) => {
        setModule({ loaded })
        setOpen(true)
      },
      () =>
        toast.error(t('failed.code'), {
          id: 'overlay',
          action: { label: t('failed.reload'), onClick: () => location.reload() },
        }),
    )
  return cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: show,
    onKeyDown: (event) => {
      if (popup !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      show()
    },
  })
}
