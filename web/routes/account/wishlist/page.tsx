export default function Placeholder() { return <p>wishlist</p> }
