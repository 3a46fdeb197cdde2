import * as THREE from 'three'
import { createFloor, createWall, palettes, paperUniforms } from './backdrop.ts'
import type { PaletteName } from './backdrop.ts'
import { frameProduct } from './frame.ts'
import type { View } from './frame.ts'
import { halton } from './random.ts'
import { createSurroundings } from './surroundings.ts'

export type Exposure = {
  width: number
  height: number
  /** How many light and lens positions are averaged. */
  samples: number
}

const keyPower = 2.5
const domePower = 1.5
const keyColor = new THREE.Color('#fff0dc')
const domeColor = new THREE.Color('#f4f6fb')

// Many renders are averaged, so two shadow taps a pixel are enough where three
// takes five; the radius carries a fraction that turns the taps in every render.
THREE.ShaderChunk.shadowmap_pars_fragment = THREE.ShaderChunk.shadowmap_pars_fragment
  .replace(
    'interleavedGradientNoise( gl_FragCoord.xy ) * PI2',
    '( interleavedGradientNoise( gl_FragCoord.xy ) + fract( shadowRadius ) ) * PI2',
  )
  .replace(
    /shadow = \(\s*texture\([^;]*\) \* 0\.2;/,
    `shadow = 0.5 * (
    texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
    texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) ) );`,
  )

/**
 * Takes a picture by averaging many plain renders: in each one the key light
 * stands at another place of its softbox, the dome light comes from another
 * part of the ceiling, the lens looks through another part of its opening and
 * the frame is moved by less than a pixel. That gives soft shadows, contact
 * shading, depth of field and smooth edges at once.
 */
export class CameraRoom {
  readonly renderer: THREE.WebGLRenderer
  readonly #scene = new THREE.Scene()
  readonly #stand = new THREE.Group()
  readonly #paper = paperUniforms()
  readonly #fullLight = { value: new THREE.Color() }
  readonly #floor: THREE.Mesh
  readonly #key = new THREE.DirectionalLight(keyColor, keyPower)
  readonly #dome = new THREE.DirectionalLight(domeColor, domePower)
  readonly #bounce = new THREE.HemisphereLight('#000000', '#ffffff', 1)
  readonly #surroundings = new Map<PaletteName, THREE.Texture>()
  readonly #screen: { scene: THREE.Scene; camera: THREE.Camera; mesh: THREE.Mesh }
  readonly #add: THREE.ShaderMaterial
  readonly #develop: THREE.ShaderMaterial

  constructor() {
    this.renderer = new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true })
    this.renderer.setPixelRatio(1)
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = THREE.PCFShadowMap
    this.renderer.toneMapping = THREE.NoToneMapping
    // What is seen through glass is blurred anyway.
    this.renderer.transmissionResolutionScale = 0.4
    this.#floor = createFloor(this.#paper, this.#fullLight)
    for (const light of [this.#key, this.#dome]) {
      light.castShadow = true
      this.#scene.add(light, light.target)
    }
    this.#key.shadow.mapSize.set(768, 768)
    this.#key.shadow.radius = 5
    // A coarse map on purpose: the ceiling light needs blurred shadows, not fine ones.
    this.#dome.shadow.mapSize.set(256, 256)
    this.#dome.shadow.radius = 4
    this.#scene.add(createWall(this.#paper), this.#floor, this.#bounce, this.#stand)

    const triangle = new THREE.BufferGeometry()
    triangle.setAttribute('position', new THREE.Float32BufferAttribute([-1, -1, 0, 3, -1, 0, -1, 3, 0], 3))
    const vertexShader =
      'varying vec2 at; void main() { at = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }'
    this.#add = new THREE.ShaderMaterial({
      uniforms: { frame: { value: null }, weight: { value: 1 } },
      vertexShader,
      // Clamped, or one mirrored lamp in one sample would leave a jagged spark.
      fragmentShader:
        'uniform sampler2D frame; uniform float weight; varying vec2 at; void main() { gl_FragColor = vec4(min(texture2D(frame, at).rgb, vec3(3.0)) * weight, 1.0); }',
      blending: THREE.CustomBlending,
      blendSrc: THREE.OneFactor,
      blendDst: THREE.OneFactor,
      blendEquation: THREE.AddEquation,
      depthTest: false,
      depthWrite: false,
    })
    this.#develop = new THREE.ShaderMaterial({
      uniforms: { film: { value: null }, exposure: { value: 1 } },
      vertexShader,
      // Khronos PBR neutral keeps the paper and label colours true; the grain hides banding.
      fragmentShader: /* glsl */ `
        uniform sampler2D film; uniform float exposure; varying vec2 at;
        vec3 neutral(vec3 color) {
          const float start = 0.82; const float desaturation = 0.15;
          float x = min(color.r, min(color.g, color.b));
                    float peak = max(color.r, max(color.g, color.b));
          if (peak < start) return color;
          float d = 1.0 - start;
          float newPeak = 1.0 - d * d / (peak + d - start);
          color *= newPeak / peak;
          float g = 1.0 - 1.0 / (desaturation * (peak - newPeak) + 1.0);
          return mix(color, vec3(newPeak), g);
        }
        float grain(vec2 p) { vec3 q = fract(vec3(p.xyx) * 0.1031); q += dot(q, q.yzx + 33.33); return fract((q.x + q.y) * q.z); }
        void main() {
          vec3 c = neutral(texture2D(film, at).rgb * exposure * 1.05);
          c = mix(vec3(dot(c, vec3(0.2126, 0.7152, 0.0722))), c, 0.86);
          c = mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
          float g = grain(gl_FragCoord.xy) + grain(gl_FragCoord.xy + 71.7) - 1.0;
          gl_FragColor = vec4(c + g * 1.1 / 255.0, 1.0);
        }`,
      depthTest: false,
      depthWrite: false,
    })
    const mesh = new THREE.Mesh(triangle, this.#add)
    mesh.frustumCulled = false
    const scene = new THREE.Scene()
    scene.add(mesh)
    this.#screen = { scene, camera: new THREE.Camera(), mesh }
  }

  take(
    product: THREE.Object3D,
    paletteName: PaletteName,
    view: View,
    exposure: Exposure,
    seed: number,
  ): void {
    const { width, height } = exposure
    // Glass is drawn twice in every sample and has soft looks of its own.
    const samples = Math.max(1, Math.round(exposure.samples * (hasGlass(product) ? 0.7 : 1)))
    const palette = palettes[paletteName]
    this.renderer.setSize(width, height, false)
    this.#paper.paperLight.value.set(palette.light)
    this.#paper.paperDeep.value.set(palette.deep)
    this.#paper.paperAspect.value = width / height
    this.#stand.clear()
    this.#stand.add(product)
    product.traverse((child) => {
      if (child instanceof THREE.Mesh) {
        child.castShadow = child.userData['noShadow'] !== true
        child.receiveShadow = true
        const surfaces = Array.isArray(child.material) ? child.material : [child.material]
        // Three draws back faces into shadow maps, which lets light in under round edges.
        for (const surface of surfaces as THREE.Material[]) surface.shadowSide = THREE.DoubleSide
      }
    })
    let room = this.#surroundings.get(paletteName)
    if (room === undefined) {
      room = createSurroundings(this.renderer, palette)
      this.#surroundings.set(paletteName, room)
    }
    this.#scene.environment = room
    this.#scene.environmentIntensity = 0.55
    this.#bounce.groundColor.set(palette.light)
    this.#bounce.intensity = 0.55

    const framing = frameProduct(product, view, width / height)
    const bounds = new THREE.Box3().setFromObject(product)
    const centre = bounds.getCenter(new THREE.Vector3())
    const radius = bounds.getSize(new THREE.Vector3()).length() / 2
    this.#floor.position.set(centre.x, Math.min(bounds.min.y, 0), centre.z)
    // Where no shadow can fall the wall already shows the same paper.
    this.#floor.scale.setScalar(radius * 3.6)

    // The paper is matched to the light that an unshadowed floor gets on average.
    const full = new THREE.Color(0, 0, 0)
    const keys: THREE.Vector3[] = []
    const domes: THREE.Vector3[] = []
    for (let index = 0; index < samples; index += 1) {
      const offset = seed % 997
      const angle = halton(index + 1 + offset, 2) * Math.PI * 2
      const spread = Math.sqrt((index + 0.5) / samples) * 0.22
      const key = new THREE.Vector3(-0.62, 0.88, 0.42)
        .normalize()
        .add(
          new THREE.Vector3(
            Math.cos(angle) * spread,
            Math.sin(angle) * spread * 0.6,
            -Math.sin(angle) * spread,
          ),
        )
        .normalize()
      const around = (index + halton(index + 1, 3)) * 2.39996 + offset
      const lift = (((index * 7) % samples) + 0.5) / samples
      const flat = Math.sqrt(lift) * 0.96
      const dome = new THREE.Vector3(
        Math.cos(around) * flat,
        Math.sqrt(1 - flat * flat),
        Math.sin(around) * flat,
      )
      keys.push(key)
      domes.push(dome)
      full.r += (keyColor.r * keyPower * key.y + domeColor.r * domePower * dome.y) / samples
      full.g += (keyColor.g * keyPower * key.y + domeColor.g * domePower * dome.y) / samples
      full.b += (keyColor.b * keyPower * key.y + domeColor.b * domePower * dome.y) / samples
    }
    this.#fullLight.value.copy(full)

    const reach = radius * 1.25
    for (const light of [this.#key, this.#dome]) {
      const lens = light.shadow.camera
      lens.left = lens.bottom = -reach
      lens.right = lens.top = reach
      lens.near = radius * 2
      lens.far = radius * 6
      lens.updateProjectionMatrix()
      light.shadow.bias = -0.0008
      light.shadow.normalBias = radius * 0.005
      light.target.position.copy(centre)
      light.target.updateMatrixWorld()
    }

    const frame = new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType })
    const film = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType, depthBuffer: false })
    this.renderer.setRenderTarget(film)
    this.renderer.setClearColor('#000000', 0)
    this.renderer.clear()
    const { camera, target, distance } = framing
    const home = camera.position.clone()
    const right = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0)
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1)
    const opening = (view.blur ?? 0.006) * distance
    this.renderer.autoClear = true
    for (let index = 0; index < samples; index += 1) {
      const key = keys[index]
      const dome = domes[index]
      if (key === undefined || dome === undefined) continue
      this.#key.position.copy(centre).addScaledVector(key, radius * 4)
      this.#dome.position.copy(centre).addScaledVector(dome, radius * 4)
      this.#key.shadow.radius = 5 + halton(index + 1, 2) * 0.999
      this.#dome.shadow.radius = 4 + halton(index + 1, 3) * 0.999
      const lensAngle = halton(index + 1, 5) * Math.PI * 2
      const lensRadius = Math.sqrt(halton(index + 1, 7)) * opening
      camera.position
        .copy(home)
        .addScaledVector(right, Math.cos(lensAngle) * lensRadius)
        .addScaledVector(up, Math.sin(lensAngle) * lensRadius)
      camera.lookAt(target)
      camera.setViewOffset(
        width,
        height,
        halton(index + 1, 2) * 1.3 - 0.65,
        halton(index + 1, 3) * 1.3 - 0.65,
        width,
        height,
      )
      camera.updateMatrixWorld(true)
      this.renderer.setRenderTarget(frame)
      this.renderer.render(this.#scene, camera)
      this.#pass(this.#add, film, frame.texture, 1 / samples)
    }
    this.#develop.uniforms['film'] = { value: film.texture }
    this.renderer.autoClear = true
    this.#screen.mesh.material = this.#develop
    this.renderer.setRenderTarget(null)
    this.renderer.render(this.#screen.scene, this.#screen.camera)
    frame.dispose()
    film.dispose()
    this.#stand.clear()
    product.traverse((child) => {
      if (child instanceof THREE.Mesh) (child as THREE.Mesh).geometry.dispose()
    })
  }

  #pass(
    material: THREE.ShaderMaterial,
    into: THREE.WebGLRenderTarget,
    texture: THREE.Texture,
    weight: number,
  ): void {
    material.uniforms['frame'] = { value: texture }
    material.uniforms['weight'] = { value: weight }
    this.#screen.mesh.material = material
    this.renderer.autoClear = false
    this.renderer.setRenderTarget(into)
    this.renderer.render(this.#screen.scene, this.#screen.camera)
    this.renderer.autoClear = true
  }
}

function hasGlass(product: THREE.Object3D): boolean {
  let found = false
  product.traverse((child) => {
    if (!(child instanceof THREE.Mesh)) return
    const material: unknown = child.material
    if (material instanceof THREE.MeshPhysicalMaterial && material.transmission > 0) found = true
  })
  return found
}
