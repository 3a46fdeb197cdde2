/** Connects a seller's calls about files of products. */
import { api } from '../../../contract/endpoints.ts'
import type { Registrar } from '../../platform/http/register.ts'
import { sellerOf } from '../../platform/http/request-context.ts'
import type { Shop } from '../../platform/shop.ts'
import { namePictures, startImport, stopImport } from './change-import.ts'
import { exportProducts, makeTemplate } from './export-products.ts'
import { listImports, listProblems, problemsAsCsv, showImport, wrongRowsAsCsv } from './show-imports.ts'

export function importRoutes(shop: Shop, route: Registrar): void {
  const { productImports } = api
  route(productImports.list, (context) => listImports(shop, sellerOf(context), context.query))
  route(productImports.get, (context) => showImport(shop, sellerOf(context), context.params.id))
  route(productImports.problems, (context) =>
    listProblems(shop, sellerOf(context), context.params.id, context.query),
  )
  route(productImports.problemsCsv, (context) => problemsAsCsv(shop, sellerOf(context), context.params.id))
  route(productImports.wrongRows, (context) => wrongRowsAsCsv(shop, sellerOf(context), context.params.id))
  route(productImports.run, async (context) => {
    await startImport(shop, sellerOf(context), context.params.id)
    return { msg: 'The import has begun.' }
  })
  route(productImports.stop, async (context) => {
    await stopImport(shop, sellerOf(context), context.params.id)
    return { msg: 'The import is stopped.' }
  })
  route(productImports.pictures, async (context) => {
    await namePictures(shop, sellerOf(context), context.params.id, context.body)
    return { msg: 'The pictures are there. The file is checked again.' }
  })
  route(productImports.export, (context) => exportProducts(shop, sellerOf(context), context.query.columns))
  route(productImports.template, (context) => makeTemplate(shop, context.query.categoryId))
}
