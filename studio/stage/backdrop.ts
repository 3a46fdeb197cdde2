import * as THREE from 'three'

/** Colours of the seamless paper: `light` behind the product, `deep` towards the corners. */
export type Palette = { light: string; deep: string }

export const palettes = {
  cream: { light: '#f6f0e4', deep: '#e6dac4' },
  sage: { light: '#e6ebdc', deep: '#c9d4ba' },
  sand: { light: '#f3e6d0', deep: '#dfc8a2' },
  terracotta: { light: '#f3dccc', deep: '#dfb49b' },
  sky: { light: '#e4edf0', deep: '#c2d5dc' },
  blush: { light: '#f6e6e0', deep: '#e6c7bd' },
  oat: { light: '#f1ece4', deep: '#d9d0c2' },
  mint: { light: '#e2efe6', deep: '#bcd8c6' },
  honey: { light: '#f8e8c4', deep: '#e8c98a' },
  lilac: { light: '#ebe6ee', deep: '#d0c6d8' },
  clay: { light: '#ecdccf', deep: '#cfae96' },
  forest: { light: '#cddaca', deep: '#9db89d' },
  marigold: { light: '#fae3bb', deep: '#eebd78' },
  slide: { light: '#eff3eb', deep: '#d8e1d2' },
  slideCream: { light: '#f6f2e7', deep: '#e2ddca' },
  stone: { light: '#eeeeea', deep: '#d3d4ce' },
} satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes

// One function paints both the wall and the unshadowed floor, so that no
// horizon line can show between them.
const paint = /* glsl */ `
uniform vec3 paperLight;
uniform vec3 paperDeep;
uniform vec2 paperCentre;
uniform float paperAspect;
vec3 paperAt(vec2 screen) {
  vec2 away = (screen - paperCentre) * vec2(paperAspect, 1.0);
  float fall = smoothstep(0.1, 1.05, length(away * vec2(0.9, 1.0)));
  return mix(paperLight, paperDeep, fall);
}`

export type PaperUniforms = {
  paperLight: THREE.IUniform<THREE.Color>
  paperDeep: THREE.IUniform<THREE.Color>
  paperCentre: THREE.IUniform<THREE.Vector2>
  paperAspect: THREE.IUniform<number>
}

export function paperUniforms(): PaperUniforms {
  return {
    paperLight: { value: new THREE.Color() },
    paperDeep: { value: new THREE.Color() },
    paperCentre: { value: new THREE.Vector2(0.5, 0.55) },
    paperAspect: { value: 1 },
  }
}

export function createWall(uniforms: PaperUniforms): THREE.Mesh {
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3))
  const material = new THREE.ShaderMaterial({
    uniforms,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    vertexShader:
      'varying vec2 at; void main() { at = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `${paint} varying vec2 at; void main() { gl_FragColor = vec4(paperAt(at), 1.0); }`,
  })
  const wall = new THREE.Mesh(geometry, material)
  wall.frustumCulled = false
  wall.renderOrder = -1000
  return wall
}

/**
 * The floor only darkens the paper: lit fully it has the paper's own colour.
 * `fullLight` is what an unshadowed upward surface receives on average.
 */
export function createFloor(uniforms: PaperUniforms, fullLight: THREE.IUniform<THREE.Color>): THREE.Mesh {
  const material = new THREE.MeshLambertMaterial({ color: '#ffffff' })
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms, { fullLight })
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec4 paperClip;\nvarying vec2 paperPlace;')
      .replace(
        '#include <project_vertex>',
        '#include <project_vertex>\npaperClip = gl_Position; paperPlace = position.xy;',
      )
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>\nvarying vec4 paperClip;\nvarying vec2 paperPlace;\nuniform vec3 fullLight;\n${paint}`,
      )
      .replace(
        '#include <color_fragment>',
        'vec3 paperColor = paperAt(paperClip.xy / paperClip.w * 0.5 + 0.5); diffuseColor.rgb = paperColor * 3.14159265 / fullLight;',
      )
      .replace('#include <lights_fragment_maps>', '')
      // Only the two lamps count here; a little light always gets into the darkest corner.
      .replace(
        '#include <lights_fragment_end>',
        '#include <lights_fragment_end>\nreflectedLight.indirectDiffuse = paperColor * vec3(0.17, 0.145, 0.12); reflectedLight.directDiffuse *= vec3(0.83, 0.855, 0.88); float paperEdge = smoothstep(0.7, 0.98, length(paperPlace)); reflectedLight.indirectDiffuse = mix(reflectedLight.indirectDiffuse, paperColor, paperEdge); reflectedLight.directDiffuse *= 1.0 - paperEdge;',
      )
  }
  const floor = new THREE.Mesh(new THREE.CircleGeometry(1, 48), material)
  floor.rotation.x = -Math.PI / 2
  floor.receiveShadow = true
  return floor
}
