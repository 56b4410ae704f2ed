export * as library from '@recado/sdk/ui'
