import { Skeleton } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { ScreenSkeleton } from '../../base/ui/ScreenSkeleton.tsx'

/** The frame before the manifest is loaded. `children` take the page's place: a failure, and a retry. */
export const FrameSkeleton = ({ children }: { children?: ReactNode }) => (
  <div className="flex h-full">
    <div className="hidden w-14 flex-col items-center gap-3 border-r border-line bg-surface py-3 pane:flex" aria-hidden>
      {Array.from({ length: 5 }, (_, entry) => (
        <Skeleton key={entry} width="2rem" height="2rem" />
      ))}
    </div>
    <div className="min-w-0 flex-1">{children || <ScreenSkeleton />}</div>
  </div>
)
