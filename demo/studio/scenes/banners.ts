import * as THREE from 'three';
export const bannerScenes: { build: () => THREE.Object3D; palette: 'sage'; view: {} }[] = [];
export function drawBannerText(..._rest: unknown[]): void {}
