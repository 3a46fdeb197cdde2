import { bathAndHairShots } from './bath-and-hair.ts'
import { decorGardenFoodShots } from './decor-garden-food.ts'
import { kidsPaperFashionFestiveShots } from './kids-paper-fashion-festive.ts'
import { faceAndPersonalShots } from './face-and-personal.ts'
import { kitchenAndCleaningShots } from './kitchen-and-cleaning.ts'
import type { ShotList } from './scene.ts'

export const shotList: ShotList = {
  ...bathAndHairShots,
  ...faceAndPersonalShots,
  ...kitchenAndCleaningShots,
  ...decorGardenFoodShots,
  ...kidsPaperFashionFestiveShots,
}
