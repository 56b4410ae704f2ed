import { renderPanel } from '@recado/sdk/testing/ui'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import words from '../../locales/en.json' with { type: 'json' }

/** A panel of the plugin on a router, with what the server answers. */
export function openPage(
  panel: () => ReactElement,
  permissions: readonly string[],
  answer: (path: string, init: RequestInit) => Response,
): void {
  const router = createRouter({
    routeTree: createRootRoute({ component: panel }),
    history: createMemoryHistory(),
  })
  renderPanel(<RouterProvider router={router} />, {
    plugin: { id: 'mcp', version: '0.1.0', title: 'MCP server' },
    words,
    permissions: [...permissions],
    fetch: async (path, init) => answer(path, init),
  })
}
