import { bathAndHairShots } from './bath-and-hair.ts';
import type { ShotList } from './scene.ts';

export const shotList: ShotList = { ...bathAndHairShots };
