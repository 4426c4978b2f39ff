// Room: how many bytes of requests may be held at a time, and taken in all, over every connection
// that shares it. Bytes are counted as they arrive: a request that never ends counts too.
//
// Thread safety: used from the one thread that runs the tasks. Must outlive its shares.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>

namespace redcode::http {

class Room {
 public:
  static constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

  explicit Room(std::size_t at_a_time, std::size_t in_all = endless)
      : at_a_time_(at_a_time), in_all_(in_all) {}
  Room(Room&&) = delete;
  Room& operator=(Room&&) = delete;
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  ~Room() = default;

  // What one request holds; gives it back when it dies. Without a room it counts nothing.
  class Share {
   public:
    explicit Share(Room* room) : room_(room) {}
    Share(Share&&) = delete;
    Share& operator=(Share&&) = delete;
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share() { clear(); }

    // False when the room does not have that much.
    bool grow_to(std::size_t bytes) {
      if (room_ == nullptr || bytes <= held_) return true;
      room_->charge(bytes - held_);
      room_->held_ += bytes - held_;
      held_ = bytes;
      return room_->held_ <= room_->at_a_time_ && !room_->used_up();
    }
    void clear() {
      if (room_ != nullptr) room_->held_ -= std::exchange(held_, 0);
    }

   private:
    Room* room_;
    std::size_t held_ = 0;
  };

  // Counts towards the whole without holding anything.
  void charge(std::size_t bytes) { taken_ += bytes; }
  bool used_up() const { return taken_ > in_all_; }
  std::size_t held() const { return held_; }

 private:
  std::size_t at_a_time_;
  std::size_t in_all_;
  std::size_t held_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace redcode::http
