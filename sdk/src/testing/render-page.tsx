import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { RenderResult } from '@testing-library/react'
import type { ReactElement } from 'react'
import { renderPanel, type PanelSurroundings } from './render-panel.tsx'

/**
 * Draws a panel as the only page of a router whose history lies in memory: for component tests of panels that have
 * links, or that read or change the address. All else is as in {@link renderPanel}.
 */
export function renderPage(page: () => ReactElement, surroundings?: PanelSurroundings): RenderResult {
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory(),
  })
  return renderPanel(<RouterProvider router={router} />, surroundings)
}
